import type { LegalPage } from '../shop/choices.ts'

/**
 * The users that may see a page. `signedIn`, `staff` and `admin` pages redirect all other users to the login page. So do
 * `product` pages, unless the shop shows its products to everyone, and `guest` pages, unless people can buy there without
 * an account. A `buyer` page is for the person who has bought something, with or without an account: the server finds out
 * from the request for its data.
 */
export type PageAccess = 'public' | 'signedIn' | 'product' | 'guest' | 'buyer' | 'staff' | 'admin'

/** The kind of skeleton (grey placeholder) that is shown while the code of a page is loading. */
export type PageShape = 'cards' | 'product' | 'table' | 'form'

export type PageEntry = {
  /**
   * The path in the page's URL (section 2 of the specification). `:id` stands for one path segment. The path of a
   * `product` page with `:id` may be followed by one more segment with the name of the product.
   */
  path: string
  access: PageAccess
  /**
   * The title of the browser tab. The page may replace it with a more specific title. The title of the home page is made
   * from the profile of the shop.
   */
  title: string
  skeleton: PageShape
  /**
   * Whether the page can be used before the shop is open. On other pages, users who are not admins then only read that
   * the shop opens soon. Pages for admins do not need this.
   */
  whileClosed?: true
  /**
   * Whether search engines must leave the page out of their results, although everyone may see it. It is of use only with
   * a link from a mail, or as a step of another page.
   */
  unlisted?: true
  /** Whether a mailed link to the page is valid for long, so that browsers must tell no other site its address. */
  hasLinkToken?: true
  /** The layout around the page. It stays in place when the user goes to another page with the same layout. */
  frame?: 'dashboard'
  /** Pages of the same group are parts of one form. They keep what is typed when the user goes from one to another. */
  group?: 'settings'
}

/**
 * Every page of the shop. Links, the router, access checks, server rendering and `robots.txt` are derived from this
 * table. `client/app/page-code.ts` maps each page to its code. If two patterns match a path, the first one is used.
 */
export const pageTable = {
  home: { path: '/', access: 'public', title: '', skeleton: 'cards' },
  login: form('/login', 'Log In'),
  register: form('/register', 'Sign Up'),
  forgotPassword: unlisted('/forgotPassword', 'Forgot your password?'),
  resetPassword: unlisted('/resetPassword', 'New password'),
  confirmSignUp: unlisted('/confirmSignUp', 'Confirm your email address'),
  invitation: unlisted('/invitation', 'Invitation'),
  withdraw: unlisted('/withdraw', 'Withdraw from contract'),
  subscriptions: { ...unlisted('/subscriptions', 'Your subscriptions'), hasLinkToken: true },
  gift: { ...unlisted('/gift', 'A gift for you'), hasLinkToken: true },
  cancel: unlisted('/cancel', 'Cancel contracts here'),
  contact: form('/contact', 'Contact'),
  imprint: legal('/legal/imprint', 'Imprint'),
  privacy: legal('/legal/privacy', 'Privacy'),
  terms: legal('/legal/terms', 'Terms'),
  delivery: legal('/legal/delivery', 'Delivery and returns'),
  cart: {
    path: '/myCart',
    access: 'guest',
    title: 'My Cart',
    skeleton: 'table',
  },
  checkout: {
    path: '/checkout',
    access: 'guest',
    title: 'Checkout',
    skeleton: 'form',
  },
  newGift: {
    path: '/gift/new/:id',
    access: 'guest',
    title: 'Give it as a gift',
    skeleton: 'form',
  },
  checkoutReturn: { ...account('/checkout/return/:id', 'Your order'), access: 'buyer' },
  account: { ...account('/account', 'Your orders'), skeleton: 'table' },
  profile: account('/account/profile', 'Your details'),
  ownData: account('/account/privacy', 'Logins and data'),
  confirmEmail: account('/account/confirmEmail', 'Change your email address'),
  ownReceipt: { ...account('/account/order/:id', 'Receipt'), access: 'buyer' },
  coffeeDetails: {
    path: '/coffeeDetails/:id',
    access: 'product',
    title: 'Coffee',
    skeleton: 'cards',
  },
  bagDetails: {
    path: '/bagDetails/:id',
    access: 'product',
    title: 'Coffee bag',
    skeleton: 'product',
  },
  coffee: {
    path: '/coffee/:id',
    access: 'product',
    title: 'Coffee',
    skeleton: 'product',
  },
  coffees: {
    path: '/coffees',
    access: 'product',
    title: 'Coffees',
    skeleton: 'cards',
  },
  search: {
    path: '/search',
    access: 'product',
    title: 'Search',
    skeleton: 'cards',
    unlisted: true,
  },
  shop: manage('/menu', 'My Shop: brands'),
  shopCoffees: manage('/menu/coffee', 'My Shop: coffee names'),
  shopPackets: manage('/menu/packet', 'My Shop: packets'),
  shopOrder: manage('/menu/sort', 'My Shop: sort'),
  shopPrices: manage('/menu/prices', 'My Shop: prices'),
  start: dashboard('/dashboard/start', 'Open your shop', 'form'),
  dashboard: dashboard('/dashboard', 'Single Item Product', 'table'),
  fullOrders: dashboard('/dashboard/fullItem', 'Full Item Product', 'table'),
  users: dashboard('/dashboard/allUsers', 'All User', 'table'),
  addBrand: dashboard('/dashboard/addProduct', 'Add Brand', 'form'),
  addCoffee: dashboard('/dashboard/addProduct/coffeeName', 'Add Coffee Name', 'form'),
  addPacket: dashboard('/dashboard/addProduct/coffeePacket', 'Add Packet', 'form'),
  messages: packing('/dashboard/messages', 'Inbox', 'table'),
  outbox: dashboard('/dashboard/messages/outbox', 'Outbox', 'table'),
  reviews: dashboard('/dashboard/messages/reviews', 'Reviews', 'table'),
  audit: dashboard('/dashboard/messages/audit', 'Audit log', 'table'),
  discounts: dashboard('/dashboard/discounts', 'Discounts', 'form'),
  selling: dashboard('/dashboard/selling', 'Selling', 'form'),
  settings: settings('/dashboard/settings', 'Settings: name and look'),
  settingsHome: settings('/dashboard/settings/home', 'Settings: home page'),
  settingsContact: settings('/dashboard/settings/contact', 'Settings: contact'),
  settingsLegal: settings('/dashboard/settings/legal', 'Settings: legal pages'),
  settingsOpening: settings('/dashboard/settings/opening', 'Settings: opening'),
  newOrder: packing('/dashboard/new-order', 'New order', 'form'),
  pickList: packing('/dashboard/picklist', 'Pick list', 'table'),
  packingSlips: packing('/dashboard/picklist/slips', 'Packing slips', 'form'),
  addressLabels: packing('/dashboard/picklist/labels', 'Address labels', 'form'),
  paymentDesk: dashboard('/dashboard/payments', 'Payment desk', 'table'),
  month: dashboard('/dashboard/month', 'The month', 'form'),
  subscriptionDesk: dashboard('/dashboard/subscriptions', 'Subscriptions', 'table'),
  subscription: dashboard('/dashboard/subscriptions/:id', 'Subscription', 'cards'),
  parcels: packing('/dashboard/parcels', 'Parcels', 'form'),
  lots: packing('/dashboard/lots', 'Roast book', 'form'),
  packingSlip: packing('/dashboard/order/:id/slip', 'Packing slip', 'form'),
  orderReceipt: dashboard('/dashboard/order/:id/receipt', 'Receipt', 'form'),
  fullOrder: packing('/dashboard/:id', 'Full order', 'cards'),
} as const satisfies Record<string, PageEntry>

/** Returns the table entry for a form that everyone may use, also before the shop is open. */
function form<P extends string>(path: P, title: string) {
  return { path, access: 'public', title, skeleton: 'form', whileClosed: true } as const
}

/** Returns the table entry for a form that search engines must leave out. */
function unlisted<P extends string>(path: P, title: string) {
  return { ...form(path, title), unlisted: true } as const
}

/** Returns the table entry for a page of the signed-in user, which can be used before the shop is open. */
function account<P extends string>(path: P, title: string) {
  return { path, access: 'signedIn', title, skeleton: 'form', whileClosed: true } as const
}

/**
 * Returns the table entry for a legal page, which has the same name as in the profile of the shop. A legal page without
 * a text is shown as not found.
 */
function legal<P extends `/legal/${LegalPage}`>(path: P, title: string) {
  return { path, access: 'public', title, skeleton: 'form', whileClosed: true } as const
}

/** Returns the table entry for a page of shop management, where admins edit the products of the shop. */
function manage<P extends string>(path: P, title: string) {
  return { path, access: 'admin', title, skeleton: 'cards' } as const
}

/** Returns the table entry for a page of the dashboard. The dashboard's menu is shown beside it. */
function dashboard<P extends string>(path: P, title: string, skeleton: PageShape) {
  return { path, access: 'admin', title, skeleton, frame: 'dashboard' } as const
}

/** Returns the table entry for a page of the dashboard that packers may see, too. */
function packing<P extends string>(path: P, title: string, skeleton: PageShape) {
  return { ...dashboard(path, title, skeleton), access: 'staff' } as const
}

function settings<P extends string, T extends string>(path: P, title: T) {
  return { path, access: 'admin', title, skeleton: 'form', frame: 'dashboard', group: 'settings' } as const
}
