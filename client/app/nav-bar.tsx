import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { pageKey, pages } from '#contract/pages.ts'
import { useSession } from '#client/identity/session.tsx'
import { errorText } from '#client/lib/api-error.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import logo from '#client/assets/logo.svg'
import { lazyPage } from './lazy-page.tsx'
import { texts } from './texts.ts'

const MENU = 'site-menu'

/** The pages of the links, in order. */
const LINKS = ['home', 'cart', 'shop', 'contact', 'dashboard'] as const

/** The number of items beside the cart link, loaded once a person is signed in. If loading fails, the link has no number. */
const { Page: CartCount } = lazyPage(() =>
  import('#client/cart/cart-count.tsx').then(
    (code) => code.CartCount,
    () => Nothing,
  ),
)

function Nothing() {
  return null
}

/** The navigation bar. Its list of links stands beside the logo on wide windows, and is a dropdown on narrow ones. */
export function NavBar() {
  const menu = useMenuThatCloses()
  const { likely, user } = useSession()
  return (
    <header className="nav-bar">
      <nav className="wide" aria-label="Main">
        <button type="button" className="icon-text menu-button lg:hidden" popoverTarget={MENU}>
          <Icon path="M4 7h16M4 12h16M4 17h16" />
          Menu
        </button>
        <PageLink to={pages.home} className="logo" aria-label="Crema, to the home page">
          <img src={logo} alt="" width={64} height={64} />
        </PageLink>
        <ul id={MENU} className="popup menu-links" popover="auto" ref={menu}>
          {LINKS.map((name) => (
            <li key={name}>
              <NavItem to={pages[name]} text={texts.links[name]}>
                {user && name === 'cart' && (
                  <Suspense>
                    <CartCount />
                  </Suspense>
                )}
              </NavItem>
            </li>
          ))}
          <li>{likely ? <SignOut /> : <NavItem to={pages.login} text={texts.links.login} />}</li>
        </ul>
      </nav>
    </header>
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

/** Returns `aria-current` of a link: `page` for the open page, `true` for the section that the open page belongs to. */
function current(to: string, pathname: string): 'page' | 'true' | undefined {
  const here = pageKey(pathname)
  if (here === to) return 'page'
  return here.startsWith(`${to}/`) ? 'true' : undefined
}

/** The button that takes the place of the Login link while a person is signed in. */
function SignOut() {
  const { signOut } = useSession()
  const [leaving, setLeaving] = useState(false)
  async function leave({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const place = currentTarget.closest('li')
    setLeaving(true)
    try {
      await signOut()
      setTimeout(() => moveFocus(place))
      showInfo('You are signed out')
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
      {texts.links.signOut}
    </button>
  )
}

/** Called after Sign Out was removed. If it had the focus, the Login link in its place gets it. */
function moveFocus(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.querySelector('a')?.focus()
}

/**
 * The browser closes the dropdown at Escape and at a click outside. This closes it when a link was followed, before the
 * focus moves to the new page.
 */
function useMenuThatCloses() {
  const menu = useRef<HTMLUListElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  useLayoutEffect(() => {
    // The first run is the hydration. A dropdown that was opened before it stays open.
    if (shownAt.current === key) return
    shownAt.current = key
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }, [key])
  return menu
}
