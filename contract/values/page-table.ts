/**
 * The users that may see a page. `signedIn` and `admin` pages redirect all other users to the login page. So do
 * `product` pages, unless the shop shows its products to everyone.
 */
export type PageAccess = 'public' | 'signedIn' | 'product' | 'admin'

/** The kind of skeleton (grey placeholder) that is shown while the code of a page is loading. */
export type PageShape = 'cards' | 'product' | 'table' | 'form'

export type PageEntry = {
  /**
   * The path in the page's URL (section 2 of the specification). `:id` stands for one path segment. The path of a
   * `product` page may be followed by one more segment with the name of the product.
   */
  path: string
  access: PageAccess
  /** The title of the browser tab. The page may replace it with a more specific title. */
  title: string
  /** The description for search engines. If it is missing, the title is used. */
  description?: string
  skeleton: PageShape
  /** The layout around the page. It stays in place when the user goes to another page with the same layout. */
  frame?: 'dashboard'
}

/**
 * Every page of the shop. Links, the router, access checks, server rendering and `robots.txt` are derived from this
 * table. `client/app/page-code.ts` maps each page to its code. If two patterns match a path, the first one is used.
 */
export const pageTable = {
  home: {
    path: '/',
    access: 'public',
    title: 'Crema',
    description: 'Coffee from a small roaster: single origins, house blends and bags, roasted to order.',
    skeleton: 'cards',
  },
  login: {
    path: '/login',
    access: 'public',
    title: 'Log In',
    description: 'Log in to see your cart and your orders.',
    skeleton: 'form',
  },
  register: {
    path: '/register',
    access: 'public',
    title: 'Sign Up',
    description: 'Make an account to order coffee.',
    skeleton: 'form',
  },
  forgotPassword: {
    path: '/forgotPassword',
    access: 'public',
    title: 'Forgot your password?',
    description: 'Get a link to choose a new password.',
    skeleton: 'form',
  },
  resetPassword: {
    path: '/resetPassword',
    access: 'public',
    title: 'New password',
    description: 'Choose a new password.',
    skeleton: 'form',
  },
  contact: {
    path: '/contact',
    access: 'public',
    title: 'Contact',
    description: 'Write to us: about an order, a coffee, or a visit to the roastery.',
    skeleton: 'form',
  },
  cart: {
    path: '/myCart',
    access: 'signedIn',
    title: 'My Cart',
    description: 'Your orders.',
    skeleton: 'table',
  },
  checkout: {
    path: '/checkout',
    access: 'signedIn',
    title: 'Checkout',
    description: 'Delivery and payment.',
    skeleton: 'form',
  },
  checkoutReturn: {
    path: '/checkout/return/:id',
    access: 'signedIn',
    title: 'Your order',
    description: 'What became of your payment.',
    skeleton: 'form',
  },
  account: {
    path: '/account',
    access: 'signedIn',
    title: 'Your orders',
    description: 'Your orders and receipts.',
    skeleton: 'table',
  },
  profile: {
    path: '/account/profile',
    access: 'signedIn',
    title: 'Your details',
    description: 'Your name, your password and your addresses.',
    skeleton: 'form',
  },
  ownReceipt: {
    path: '/account/order/:id',
    access: 'signedIn',
    title: 'Receipt',
    description: 'The receipt of one order.',
    skeleton: 'form',
  },
  coffeeDetails: {
    path: '/coffeeDetails/:id',
    access: 'product',
    title: 'Coffee',
    description: 'The coffees of one roast.',
    skeleton: 'cards',
  },
  bagDetails: {
    path: '/bagDetails/:id',
    access: 'product',
    title: 'Coffee bag',
    description: 'One of our bags of coffee.',
    skeleton: 'product',
  },
  shop: manage('/menu', 'My Shop: brands'),
  shopCoffees: manage('/menu/coffee', 'My Shop: coffee names'),
  shopPackets: manage('/menu/packet', 'My Shop: packets'),
  shopDeleted: manage('/menu/deleted', 'My Shop: deleted'),
  dashboard: dashboard('/dashboard', 'Single Item Product', 'table'),
  fullOrders: dashboard('/dashboard/fullItem', 'Full Item Product', 'table'),
  users: dashboard('/dashboard/allUsers', 'All User', 'table'),
  addBrand: dashboard('/dashboard/addProduct', 'Add Brand', 'form'),
  addCoffee: dashboard('/dashboard/addProduct/coffeeName', 'Add Coffee Name', 'form'),
  addPacket: dashboard('/dashboard/addProduct/coffeePacket', 'Add Packet', 'form'),
  messages: dashboard('/dashboard/messages', 'Inbox', 'table'),
  outbox: dashboard('/dashboard/messages/outbox', 'Outbox', 'table'),
  audit: dashboard('/dashboard/messages/audit', 'Audit log', 'table'),
  selling: dashboard('/dashboard/selling', 'Selling', 'form'),
  pickList: dashboard('/dashboard/picklist', 'Pick list', 'table'),
  paymentDesk: dashboard('/dashboard/payments', 'Payment desk', 'table'),
  packingSlip: dashboard('/dashboard/order/:id/slip', 'Packing slip', 'form'),
  orderReceipt: dashboard('/dashboard/order/:id/receipt', 'Receipt', 'form'),
  fullOrder: dashboard('/dashboard/:id', 'Full order', 'cards'),
} as const satisfies Record<string, PageEntry>

/** Returns the table entry for a page of shop management, where admins edit the products of the shop. */
function manage<P extends string>(path: P, title: string) {
  return { path, access: 'admin', title, skeleton: 'cards' } as const
}

/** Returns the table entry for a page of the dashboard. The dashboard's menu is shown beside it. */
function dashboard<P extends string>(path: P, title: string, skeleton: PageShape) {
  return { path, access: 'admin', title, skeleton, frame: 'dashboard' } as const
}
