import { Suspense, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { findPage, homeSections, pageKey, pages } from '#contract/pages.ts'
import { areProductsPublic } from '#contract/values/product-pages.ts'
import { SearchBox } from '#client/catalogue/search/search-box.tsx'
import { useIsCartKept } from '#client/guests/kept-cart.ts'
import { useIsAdmin, useSession } from '#client/identity/session.tsx'
import { SignOut } from '#client/identity/sign-out.tsx'
import { useHasStory, useShop } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { lazyPage } from '#client/lib/scripts/lazy-page.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { ShopLogo, ShopSign } from '#client/ui/shop/shop-logo.tsx'
import { specTexts, words } from './texts.ts'
import { TryBanner } from './try-banner.tsx'

const MENU = 'site-menu'

/**
 * The number of items in the cart, shown beside the cart link. Its script is loaded only when a user is signed in, or
 * this browser keeps a cart. If the script cannot be loaded, no number is shown.
 */
export const cartCount = lazyPage(
  () => import('#client/cart/cart-count.tsx'),
  'CartCount',
  () => null,
)

/**
 * The header. On wide windows its links stand beside the logo or the name of the shop. On narrow windows a Menu button
 * opens them as a dropdown, and the cart stays at the right. Above it, a demo shop says what can be tried.
 */
export function NavBar() {
  const menu = useMenuThatCloses()
  const { frame } = useShop()
  const isSpecified = frame === 'specified'
  // The pages of the dashboard have a search of their own, which finds coffees, too.
  const isDashboard = findPage(useLocation().pathname)?.frame === 'dashboard'
  return (
    <>
      <TryBanner />
      <header className="nav-bar" data-frame={frame}>
        <nav className="wide" aria-label={words.navigation}>
          <button type="button" className="nav-tool lg:hidden" popoverTarget={MENU}>
            <Icon path="M4 7h16M4 12h16M4 17h16" strokeWidth={1.5} />
            <span className="sr-only">{words.menu}</span>
          </button>
          <HomeLink />
          <ul id={MENU} className="popup menu-links" popover="auto" ref={menu}>
            {isSpecified ? <SpecifiedLinks /> : <ShopLinks />}
          </ul>
          <div className="nav-tools">
            {!isDashboard && <SearchBox />}
            {!isSpecified && <AccountLink className="nav-tool max-lg:hidden" />}
            <PageLink to={pages.cart} className={isSpecified ? 'nav-tool lg:hidden' : 'nav-tool'}>
              <Icon path="M5 8.5h14l1 12H4zM8.5 8.5V7a3.5 3.5 0 0 1 7 0v1.5" strokeWidth={1.5} />
              <span className="max-lg:sr-only">{words.cart}</span>
              <CountOfCart />
            </PageLink>
          </div>
        </nav>
      </header>
    </>
  )
}

/** The demo shop has only its round logo. Other shops have their name, beside their logo if they have one. */
function HomeLink() {
  const { frame, name } = useShop()
  return (
    <PageLink to={pages.home} className="logo" aria-label={words.toHome(name)}>
      {frame === 'specified' ? <ShopLogo size={64} /> : <ShopSign />}
    </PageLink>
  )
}

/** The links of the specification, which everyone sees (section 2, Layout). */
function SpecifiedLinks() {
  const { likely } = useSession()
  const { links } = specTexts
  return (
    <>
      <NavItem to={pages.home} text={links.home} />
      <NavItem to={pages.cart} text={links.cart}>
        <CountOfCart />
      </NavItem>
      <NavItem to={pages.shop} text={links.shop} />
      <NavItem to={pages.contact} text={links.contact} />
      <NavItem to={pages.dashboard} text={links.dashboard} />
      {/* The list item stays, so that the Login link gets the focus that the button had. */}
      <li>{likely ? <SignOut /> : <NavLink to={pages.login} text={links.login} />}</li>
    </>
  )
}

/**
 * The links of a real shop: its coffees, its story if there is one, and the contact. Admins and packers have links to their pages
 * after these, so that the others do not move when the role is known. The account is in the menu of a phone only.
 */
function ShopLinks() {
  const shop = useShop()
  const hasStory = useHasStory()
  const isPublic = areProductsPublic(shop)
  const { data } = useIsAdmin()
  return (
    <>
      <NavItem to={isPublic ? pages.coffees : `/#${homeSections.coffees}`} text={words.coffees} />
      {hasStory && <NavItem to={`/#${homeSections.story}`} text={words.story} />}
      <NavItem to={pages.contact} text={words.contact} />
      {data?.isAdmin && <NavItem to={pages.shop} text={specTexts.links.shop} />}
      {(data?.isAdmin || data?.isPacker) && <NavItem to={pages.dashboard} text={specTexts.links.dashboard} />}
      <li className="lg:hidden">
        <AccountLink />
      </li>
    </>
  )
}

/** The link to the account of the signed-in user, or to the login. */
function AccountLink({ className }: { className?: string }) {
  const { likely } = useSession()
  const { pathname } = useLocation()
  const to = likely ? pages.account : pages.login
  return (
    <PageLink to={to} className={className} aria-current={current(to, pathname)}>
      <Icon
        path="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6"
        strokeWidth={1.5}
        className="w-6 max-lg:hidden"
      />
      {likely ? words.account : words.logIn}
    </PageLink>
  )
}

function CountOfCart() {
  const { user } = useSession()
  const isKept = useIsCartKept()
  return (
    (user || isKept) && (
      <Suspense>
        <cartCount.Page />
      </Suspense>
    )
  )
}

type NavLinkProps = { to: string; text: string; children?: ReactNode }

function NavItem(props: NavLinkProps) {
  return (
    <li>
      <NavLink {...props} />
    </li>
  )
}

function NavLink({ to, text, children }: NavLinkProps) {
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
