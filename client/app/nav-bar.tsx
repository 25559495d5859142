import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { pageKey, pages } from '#contract/pages.ts'
import { useSession } from '#client/identity/session.tsx'
import { errorText } from '#client/lib/api-error.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { lazyPage } from './lazy-page.tsx'
import { ShopLogo, ShopName } from './shop-logo.tsx'
import { specTexts, words } from './texts.ts'

const MENU = 'site-menu'

/** The names of the pages that the navigation bar links to, in order. */
const LINKS = ['home', 'cart', 'shop', 'contact', 'dashboard'] as const

/**
 * The number of items in the cart, shown beside the cart link. Its script is loaded only when a user is signed in. If
 * the script cannot be loaded, no number is shown.
 */
const { Page: CartCount } = lazyPage(
  () => import('#client/cart/cart-count.tsx').catch(() => ({ CartCount: () => null })),
  'CartCount',
)

/**
 * The navigation bar. On wide windows its links stand beside the logo. On narrow windows a Menu button opens them as
 * a dropdown.
 */
export function NavBar() {
  const menu = useMenuThatCloses()
  const { likely, user } = useSession()
  return (
    <header className="nav-bar">
      <nav className="wide" aria-label={words.navigation}>
        <button type="button" className="icon-text menu-button lg:hidden" popoverTarget={MENU}>
          <Icon path="M4 7h16M4 12h16M4 17h16" />
          {words.menu}
        </button>
        <HomeLink />
        <ul id={MENU} className="popup menu-links" popover="auto" ref={menu}>
          {LINKS.map((name) => (
            <li key={name}>
              <NavItem to={pages[name]} text={specTexts.links[name]}>
                {user && name === 'cart' && (
                  <Suspense>
                    <CartCount />
                  </Suspense>
                )}
              </NavItem>
            </li>
          ))}
          <li>{likely ? <SignOut /> : <NavItem to={pages.login} text={specTexts.links.login} />}</li>
        </ul>
      </nav>
    </header>
  )
}

/** The demo shop has only its round logo. */
function HomeLink() {
  const { demo, shop } = usePageState().settings
  return (
    <PageLink to={pages.home} className="logo" aria-label={words.toHome(shop.name)}>
      <ShopLogo size={64} />
      {!demo && shop.logo !== '' && <ShopName name={shop.name} />}
    </PageLink>
  )
}

function NavItem({ to, text, children }: { to: string; text: string; children?: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <PageLink to={to} aria-current={current(to, pathname)}>
      {text}
      {children}
    </PageLink>
  )
}

/**
 * Returns the `aria-current` attribute of a link: `page` if it leads to the open page, `true` if the path of the open
 * page is below that of the link, such as `/dashboard/allUsers` below `/dashboard`.
 */
function current(to: string, pathname: string): 'page' | 'true' | undefined {
  const here = pageKey(pathname)
  if (here === to) return 'page'
  return here.startsWith(`${to}/`) ? 'true' : undefined
}

function SignOut() {
  const { session } = useSession()
  const [leaving, setLeaving] = useState(false)
  async function leave({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const place = currentTarget.closest('li')
    setLeaving(true)
    try {
      await session.signOut()
      setTimeout(() => moveFocus(place))
      showInfo(words.signedOut)
    } catch (error) {
      setLeaving(false)
      showError(errorText(error))
    }
  }
  return (
    <button
      type="button"
      data-leaves
      aria-disabled={leaving || undefined}
      onClick={leaving ? undefined : leave}
    >
      {specTexts.links.signOut}
    </button>
  )
}

/**
 * Focuses the Login link if the Sign Out button was focused before this link replaced it. `place` is the list item
 * that contained the button and now contains the link.
 */
function moveFocus(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.querySelector('a')?.focus()
}

/**
 * Returns the ref of the dropdown menu. Closes the menu on each navigation, before the focus moves to the new page.
 * The browser itself closes the menu on Escape and on a click outside.
 */
function useMenuThatCloses() {
  const menu = useRef<HTMLUListElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  useLayoutEffect(() => {
    // This effect also runs once when the page is hydrated. A dropdown that the user has already opened must then
    // stay open.
    if (shownAt.current === key) return
    shownAt.current = key
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }, [key])
  return menu
}
