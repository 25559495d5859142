/** The texts of the page that sets up the shop. The specification prescribes none of them. */
export const words = {
  start: 'Open your shop',
  startLead:
    'Five short steps. Everything is saved at once and can be changed later, so you can leave at any time and go on here.',
  startFailed: 'The steps could not be loaded',
  stepFailed: 'This step could not be loaded',
  loading: 'Loading the steps',
  done: 'Done',
  toDo: 'To do',
  change: 'Change',
  fillIn: 'Fill in',
  changeStep: (step: string) => `Change: ${step}`,
  fillInStep: (step: string) => `Fill in: ${step}`,
  save: 'Save',
  saving: 'Saving…',
  saved: (step: string) => `${step} is saved`,
  steps: {
    name: 'Name',
    delivery: 'Country, tax and delivery',
    payment: 'Payment',
    products: 'First coffee',
    open: 'Open',
  },
  choose: 'Choose…',
  required: (field: string) => `${field} is required`,
  tooLong: (most: number) => `At most ${most} characters`,

  name: 'Name of the shop',
  nameHint: 'Customers see it on every page and in every mail.',
  tagline: 'What you do, in one sentence',
  taglineHint: 'Optional, such as “Coffee from small farms, roasted in Porto”.',
  nameMore: 'Logo, pictures, story and legal pages are under Settings.',

  country: 'Country of the shop',
  countryHint: 'Currency, tax and withdrawal below are filled in to match it.',
  timeZone: 'Time zone',
  currency: 'Currency',
  currencyHint: 'The currency of all prices. It is fixed with the first sale.',
  currencyFixed: 'It is fixed, because something was sold.',
  standard: 'Standard tax rate in %',
  standardHint: (country: string, rate: number | null) =>
    `${rate === null ? 'We know no rate to propose.' : `${country}: usually ${rate}%.`} Check it with your tax adviser. Your prices include it. Leave it empty if you charge no tax.`,
  reduced: 'Reduced tax rate in %',
  reducedHints: {
    standard: () => 'Leave it empty if you need no second rate.',
    reduced: (country: string) =>
      `${country}: usually the rate of coffee. You choose it for each coffee. Leave it empty if you need no second rate.`,
    zero: (country: string) =>
      `${country}: coffee usually has no tax. You choose “No tax” for each coffee. Leave it empty if you need no second rate.`,
  },
  notPercent: 'Write a rate, such as 23 or 5.5',
  hasWithdrawal: 'Consumers may withdraw within 14 days',
  withdrawalHint: 'The law of the EU asks for it. Customers then find a button for it beside each order.',
  kind: 'How do customers get their coffee?',
  kinds: { parcel: 'You send it as a parcel', pickup: 'They pick it up' },
  price: 'Price of a parcel',
  priceHint: (country: string) =>
    `One price for each order to ${country}. More countries and prices by weight are on the page Selling.`,
  notAmount: (example: string) => `Write an amount, such as ${example}`,
  place: 'Where and when can they pick it up?',
  placeRequired: 'Write an address and hours',
  parcelName: 'Parcel',
  pickupName: 'Pickup',
  hasMethods: (names: string) => `Ways of delivery: ${names}. They are on the page Selling.`,

  payLater: 'How do customers pay?',
  payLaterHint:
    'Your bank account. Customers read it after they have ordered, and you send the order when they have paid.',
  payAtPickup: 'How do they pay at pickup?',
  payAtPickupHint: 'Such as in cash or by card at the counter. Customers read it before they order.',
  cards:
    'To take cards, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET and start the shop again. The manual for owners (docs/selling.md) says how to get them.',
  stripe: 'Customers pay by card, on a page of Stripe. Both of its keys are set, so there is nothing to do.',
  instant: 'Payments succeed at once and move no money, because this is a demo shop.',

  brand: 'Brand',
  brandHint: 'A farm, a region or your roastery. Its coffees are listed under it.',
  coffee: 'Name of the coffee',
  addCoffee: 'Add this coffee',
  hasProducts: 'There is something to buy. Add more under Add Product, and change it under My Shop.',
  addMore: 'Add more',

  productsFor: 'Who may see your products?',
  audiences: {
    everyone: 'Everyone, and search engines',
    signedIn: 'Only people with an account',
  },
  missing: 'You can open now, but this is missing:',
  missingSteps: {
    name: 'The shop has no name of its own.',
    delivery: 'There is no way of delivery, so customers order without giving an address.',
    payment: 'Customers are not told how to pay.',
    products: 'There is nothing to buy.',
  },
  noMails:
    'The shop sends no mails yet: customers get no confirmation, and you hear of no new order. To change that, give it a mail server (docs/settings.md, Mail), and start it again.',
  openNow: 'Open the shop',
  openAnyway: 'Open anyway',
  opening: 'Opening…',
  isOpen: 'Your shop is open',
  isOpenMore:
    'Customers can order now. To see what they see, open the shop in a private window. Next: your legal pages and pictures, on the page Settings, and roast days and more ways of delivery, on the page Selling.',
  toSettings: 'Write legal pages',
  toSelling: 'Set roast days',
  toShop: 'See the shop',
  toOrders: 'See the orders',
} as const
