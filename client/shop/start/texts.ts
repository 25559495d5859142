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
  steps: {
    name: 'Name',
    delivery: 'Country, tax and delivery',
    payment: 'Payment',
    products: 'First coffee',
    open: 'Open',
  },

  nameMore: 'Pictures, story and legal pages are under Settings.',

  currencyHint: 'The currency of all prices. It is fixed with the first sale.',

  cards:
    'To take cards, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, start the shop again, and switch cards on in Selling. The manual for owners (docs/selling.md) says how to get them.',
  paymentMissing:
    'This is saved, but customers would not know how to pay: write an IBAN or a text for each way without one.',
  instant: 'Payments succeed at once and move no money, because this is a demo shop.',

  hasProducts: 'There is something to buy. Add more under Add Product, and change it under My Shop.',
  addMore: 'Add more',

  moreFirst: 'The shop can open with one coffee. To add others first:',

  missing: 'You can open now, but this is missing:',
  missingSteps: {
    name: 'The shop has no name of its own.',
    delivery: 'There is no way of delivery, so customers order without giving an address.',
    payment: 'Customers are not told how to pay.',
    products: 'There is nothing to buy.',
  },
  lacksNotice: 'The checkout does not show the notice of the legal guarantee, as the EU asks for.',
  toNotice: 'Add the notice',
  noMails:
    'The shop sends no mails yet: customers get no confirmation, and you are not told of new orders. To change that, give it a mail server (docs/settings.md, Mail), and start it again.',
  isOpen: 'Your shop is open',
  isOpenMore:
    'Customers can order now. To see what they see, open the shop in a private window. Next: your legal pages and pictures, on the page Settings, and roast days and more ways of delivery, on the page Selling.',
  toSettings: 'Write legal pages',
  toSelling: 'Set roast days',
  toShop: 'See the shop',
  toCoffees: 'Add more coffees',
  toOrders: 'See the orders',
} as const
