/** The texts that the specification prescribes, in sections 1 and 2. Their spelling must not be changed. */
export const specTexts = {
  links: {
    home: 'Home',
    cart: 'My Cart',
    shop: 'My Shop',
    contact: 'Contact',
    dashboard: 'Dashboard',
    login: 'Login',
  },
  copyrightYear: 2022,
}

/** The texts of the layout that the specification does not prescribe. */
export const words = {
  skip: 'Skip to content',
  demo: 'Demo shop',
  whatToTry: 'Try this demo shop: fill a cart, check out, run it. No money moves.',
  asShopper: 'As a shopper',
  asAdmin: 'As the admin',
  close: 'Close',
  navigation: 'Main',
  menu: 'Menu',
  cart: 'Cart',
  coffees: 'Coffees',
  story: 'Our story',
  contact: 'Contact',
  account: 'Account',
  logIn: 'Log in',
  visit: 'Visit us',
  toHome: (shop: string) => `${shop}, to the home page`,
  opensSoon: 'Opening soon',
  closed: 'Only admins see this page until the shop is open.',
  toStart: 'Set up the shop',
  notFoundMore: 'The page may have moved, or the address may have a slip in it.',
  backToShop: 'Back to the shop',
  notShown: 'This page could not be shown',
  unchecked: (what: string) => `We could not check whether you are ${what}`,
  signedIn: 'signed in',
  admin: 'an administrator',
  social: 'Follow us',
  legal: 'Legal',
  copyright: (year: number, shop: string) => `© ${year} ${shop}. All rights reserved.`,
}
