import { findPagePath } from '#client/lib/page-paths.ts'
import { adminRoutes } from './admin-routes.ts'
import { lazyPage } from './lazy-page.tsx'
import type { PageRoute } from './page-route.ts'

/** All pages of the shop. */
export const routes: PageRoute[] = [
  {
    path: '/',
    guard: 'public',
    title: 'Crema',
    description: 'Coffee from a small roaster: single origins, house blends and bags, roasted to order.',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/home/home-page.tsx')).HomePage),
  },
  {
    path: '/login',
    guard: 'public',
    title: 'Log In',
    description: 'Log in to see your cart and your orders.',
    shape: 'form',
    ...lazyPage(async () => (await import('#client/identity/login-page.tsx')).LoginPage),
  },
  {
    path: '/register',
    guard: 'public',
    title: 'Sign Up',
    description: 'Make an account to order coffee.',
    shape: 'form',
    ...lazyPage(async () => (await import('#client/identity/register-page.tsx')).RegisterPage),
  },
  {
    path: '/contact',
    guard: 'public',
    title: 'Contact',
    description: 'Write to us: about an order, a coffee, or a visit to the roastery.',
    shape: 'form',
    ...lazyPage(async () => (await import('#client/messages/contact-page.tsx')).ContactPage),
  },
  {
    path: '/myCart',
    guard: 'signedIn',
    title: 'My Cart',
    description: 'Your orders.',
    shape: 'table',
    ...lazyPage(async () => (await import('#client/cart/cart-page.tsx')).CartPage),
  },
  {
    path: '/coffeeDetails/:id',
    guard: 'signedIn',
    title: 'Coffee',
    description: 'The coffees of one roast.',
    shape: 'cards',
    ...lazyPage(async () => (await import('#client/catalogue/product-list-page.tsx')).ProductListPage),
  },
  {
    path: '/bagDetails/:id',
    guard: 'signedIn',
    title: 'Coffee bag',
    description: 'One of our bags of coffee.',
    shape: 'product',
    ...lazyPage(async () => (await import('#client/catalogue/product-page.tsx')).ProductPage),
  },
  ...adminRoutes,
]

/** The page at a path without query, or undefined when there is none. */
export function findRoute(path: string): PageRoute | undefined {
  const pattern = findPagePath(path)
  return routes.find((route) => route.path === pattern)
}
