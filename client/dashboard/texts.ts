import { withCommas } from '#contract/values/money.ts'

/** The texts that the specification prescribes, in sections 2 (Dashboard) and 7. Their spelling must not be changed. */
export const specTexts = {
  links: {
    products: 'Single Item Product',
    orders: 'Full Item Product',
    users: 'All User',
    add: 'Add Product',
    shop: 'My Shop',
  },
  openDrawer: 'Open drawer',
  paid: 'OK',
  notPaid: 'NOT OK',
  delivery: 'Delivery',
  details: 'Details',
  goBack: 'Go Back',
  /** The specification has a space after the dollar sign. */
  total: (total: string) => total.replace(/^\$/, '$ '),
  makeAdmin: 'Make Admin',
  removeAdmin: 'Remove Admin',
  delete: 'Delete',
  madeAdmin: 'User Make Admin Successfully',
  removedAdmin: 'User Remove Admin Successfully',
  deleted: 'User Deleted Successfully',
} as const

/** The texts of the dashboard that the specification does not prescribe. */
export const words = {
  notOpen: 'The shop is not open yet. Only admins see it.',
  stepsLeft: (count: number) =>
    count === 1
      ? 'One step of setting up the shop is left.'
      : `${count} steps of setting up the shop are left.`,
  goOn: 'Set up the shop',
  lacksNotice: 'The checkout does not show the notice of the legal guarantee, as the EU asks for.',
  toNotice: 'Add the notice',
  asleep: 'This shop sleeps, because it may be a copy.',
  asleepBecause: {
    restored: (since: string) => `It was restored from a backup on ${since}.`,
    moved: (since: string) => `It has had another address, data folder or Stripe account since ${since}.`,
  },
  asleepMore:
    'It charges no subscriptions and sends no older mails, so that nobody is charged or written to twice.',
  wake: 'This is the real shop',
  waking: 'Reading the last payments…',
  wakeTitle: 'Is this the real shop?',
  wakeMore:
    'Only say so if no other copy of it runs. It charges subscriptions and sends mails again. Deliveries that were due in the meantime wait for your decision, because the other copy may have sent them.',
  woken: 'The shop is awake',
  selling: 'Selling',
  settings: 'Settings',
  messages: 'Messages',
  newOrder: 'New order',
  pickList: 'To pack',
  paymentDesk: 'Payment desk',
  lots: 'Roast book',
  discounts: 'Discounts',
  month: 'The month',
  parcels: 'Parcels',
  subscriptions: 'Subscriptions',
  audit: 'Audit log',
  groups: { orders: 'Orders', products: 'Products', customers: 'Customers', shop: 'Shop' },
  menu: 'Dashboard',
  openMenu: 'Menu',
  toShop: (shop: string) => `${shop}, to the shop`,
  pages: 'Dashboard pages',
  now: 'Dashboard pages, now',
  closeDrawer: 'Close',
  notLive: 'Not live since',
  reconnecting: 'Trying again…',
  number: 'No.',
  email: 'Email',
  picture: 'Product',
  name: 'Name',
  customer: 'Customer',
  price: 'Price',
  total: 'Total',
  payment: 'Payment',
  payments: { 'OK': 'OK', 'NOT OK': 'NOT OK', 'ordered': 'Ordered' },
  inCart: 'in a cart',
  ordered: 'When',
  orderNumber: 'Order',
  state: 'State',
  role: 'Admin',
  all: 'All',
  fromDay: 'From day',
  toDay: 'To day',
  filterHint: 'Finds what begins with these letters.',
  daysHint: (midnight: string) => `Days start at ${midnight}.`,
  clear: 'Clear filters',
  loading: 'Loading',
  listFailed: 'The list could not be loaded',
  nothingFound: 'Nothing fits these filters',
  nothingFoundMore: 'Try fewer letters, or clear the filters.',
  daysReversed: 'The From day is after the To day',
  daysReversedMore: 'Choose an earlier From day, or clear the filters.',
  noProducts: 'Nothing has been ordered yet',
  noProductsMore: 'Orders appear here by themselves.',
  noOrders: 'There are no paid carts yet',
  noOrdersMore: 'Full orders appear here by themselves.',
  noUsers: 'There are no users yet',
  rows: (count: number) => (count === 1 ? '1 row' : `${withCommas(count)} rows`),
  rowsFrom: (first: number, last: number) => `Rows ${withCommas(first)}–${withCommas(last)}`,
  rowsOf: (first: number, last: number, all: string) =>
    `${first === last ? '' : `${withCommas(first)}–`}${withCommas(last)} of ${all}`,
  orMore: (rows: string) => `${rows} or more`,
  newRows: (count: number, noun: string) =>
    `${withCommas(count)} new ${count === 1 ? noun : `${noun}s`}: show`,
  tablePages: 'Pages of the table',
  previousPage: 'Previous',
  nextPage: 'Next',
  pageOf: (page: number, pages: number | null) =>
    pages === null ? `Page ${withCommas(page)}` : `Page ${withCommas(page)} of ${withCommas(pages)}`,
  emptyPage: 'There is nothing left on this page',
  firstPage: 'Go to the first page',
  moveOn: ', move on to',
  notPacked: 'Not packed yet',
  onlyPaid: 'Only what is paid can be sent.',
  moved: (count: number, product: string, to: string | null) => {
    const rows = count === 1 ? `${product} is` : `${withCommas(count)} rows are`
    return to === null ? `${rows} one step further` : `${rows} now ${to}`
  },
  movedBack: (count: number, product: string, to: string) =>
    count === 1 ? `${product} is ${to} again` : `${withCommas(count)} rows are back where they were`,
  notMoved: (count: number, product: string) =>
    count === 1
      ? `${product} was not moved.`
      : `${withCommas(count)} rows were not moved, the first of them ${product}.`,
  perhapsMoved: (count: number, product: string) =>
    count === 1
      ? `It is not known whether ${product} was moved.`
      : `It is not known whether ${withCommas(count)} rows were moved, the first of them ${product}.`,
  select: 'Select',
  selectAll: 'Select all rows on this page',
  selectRow: (product: string, email: string) => `Select ${product} for ${email}`,
  selection: 'Selected rows',
  selected: (count: number) => `${withCommas(count)} selected`,
  moveAllTo: (to: string) => `Move to ${to}`,
  moveEach: 'Move each one step',
  moving: 'Moving…',
  clearSelection: 'Clear',
  openOrder: 'Open the order',
  you: 'you',
  deleting: 'Deleting…',
  cancel: 'Cancel',
  deleteTitle: (email: string) => `Delete ${email}?`,
  deleteMore:
    'They are signed out at once and their account goes. What they ordered and paid stays in the books. Their brands, coffee names and packets stay in the shop and go to all admins, who find them under “Mine” in My Shop. This cannot be undone.',
  makePacker: 'Make packer',
  removePacker: 'Remove packer',
  madePacker: 'The user is a packer now',
  removedPacker: 'The user is no packer any more',
  stepDown: 'Give up your own admin role?',
  stepDownMore: 'You will be taken out of the dashboard at once. Only another admin can make you one again.',
} as const
