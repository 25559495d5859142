import { formatMoney } from '#contract/values/money.ts'

/** The text that the specification prescribes for a payment for the whole cart (section 7). */
export const specTexts = { paidToast: 'Your Payment Successfull' } as const

/** The texts of the checkout that the specification does not prescribe. */
export const words = {
  title: 'Checkout',
  loading: 'Loading the checkout',
  failed: 'The checkout could not be loaded',
  none: 'This shop has no checkout',
  noneMore: 'Your cart can be paid right away.',
  empty: 'There is nothing to pay',
  emptyMore: 'Put a coffee into your cart first.',
  toCart: 'To your cart',
  toCoffee: 'See our coffees',
  way: 'How would you like to get it?',
  send: 'Send it to me',
  pickUp: 'I pick it up',
  address: 'Where to?',
  country: 'Country',
  choose: 'Choose…',
  confirmAddress: 'Use this address',
  saveAddress: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  addAddress: 'Add another address',
  edit: 'Edit',
  delete: 'Delete',
  editOf: (name: string) => `Edit the address of ${name}`,
  deleteOf: (name: string) => `Delete the address of ${name}`,
  deleted: 'The address was deleted',
  notDeleted: (why: string) => `The address was not deleted. ${why}`,
  notRestored: (why: string) => `The address could not be brought back. ${why}`,
  notSaved: (why: string) => `The address was not saved. ${why}`,
  loadingFields: 'Loading the address fields',
  formFailed: 'The fields of this country could not be loaded.',
  retry: 'Retry',
  optional: (label: string) => `${label} (optional)`,
  required: (label: string) => `${label} is required`,
  moreFields: (labels: string) => `Add ${labels}`,
  example: (postcode: string) => `Such as ${postcode}`,
  delivery: 'Delivery',
  pickup: 'Pickup',
  addressFirst: 'Choose an address first. Then you see what delivery costs.',
  notThere: 'We cannot send this order there. Choose another address.',
  tooHeavy: 'This order is too heavy for one parcel. Take some of it out of your cart, or ask us.',
  noDelivery: 'We cannot deliver this order at the moment.',
  writeToUs: 'Write to us.',
  free: 'Free',
  contact: 'Contact',
  contactHint: 'For the confirmation and news about this order.',
  haveAccount: 'Do you have an account?',
  logIn: 'Log in',
  checkFields: 'Please look at the marked fields. Nothing was charged.',
  unanswered: (why: string) => `${why} Press the button again: you are charged only once.`,
  orderedBefore:
    'You have ordered an earlier version of this cart: see our mail. Press the button again to order this one, too.',
  openPayment: 'Your payment is not completed yet',
  openPaymentMore: 'Complete it, or cancel it to change your order.',
  toPayment: 'See payment',
  note: 'A note for us',
  noteHint: 'Anything that we should know when we pack it.',
  summary: 'Your order',
  several: (count: number, product: string) => (count === 1 ? product : `${count} × ${product}`),
  goesTo: 'It goes to',
  saveFirst: 'Complete the address first.',
  tooMany: 'Not enough left',
  takeFewerFirst: 'Fewer are left than you want to buy. Change that first, at the top.',
  items: 'Coffee',
  total: 'Total',
  tax: (rate: string) => `Including ${rate}% tax`,
  payment: 'Payment',
  ways: {
    instant: 'No money',
    stripe: 'Card',
    transfer: 'Bank transfer',
    pickup: 'At pickup',
  },
  waysMore: {
    instant: 'Nothing is charged. This shop is being tried out, and no money is moved.',
    stripe: 'On the page of Stripe, which opens next.',
    transfer:
      'You see our account on the next page. The days above hold if your money is here before we roast. If it comes later, we roast on the roast day after it.',
    pickup: 'In cash or by card, when you pick it up.',
  },
  pay: {
    instant: (total: string) => `Pay ${total}`,
    stripe: (total: string) => `Buy now, ${total} by card`,
    transfer: (total: string) => `Buy now, ${total} by transfer`,
    pickup: (total: string) => `Buy now, ${total} at pickup`,
  },
  payWithoutTotal: 'Pay',
  payNothing: 'Order now, nothing to pay',
  paying: 'Paying…',
  notice: 'Your legal guarantee',
  noticeAlt: 'The notice of the European Union about the legal guarantee',
  noticeText: 'The notice as text',
  readBefore: 'With your order you accept:',
  refused: (what: string) => `${what} Nothing was charged.`,
  totalChanged: 'The total has changed. Please look at it again. Nothing was charged.',
  alreadyPaid: 'This was already paid. You were not charged again.',
  checkingPayment: 'Your payment is being checked',
} as const

/** What comes again, and what it costs then. `total` and `delivery` are null until the way of delivery is chosen. */
type Again = {
  rhythm: string
  names: string
  coffee: string
  delivery: string | null
  total: string | null
  next: string | null
}

/** The texts about the subscriptions that an order begins. */
export const subscriptionWords = {
  title: 'Your subscription',
  again: ({ rhythm, names, coffee, delivery, total, next }: Again) =>
    [
      `${names} ${rhythm}.`,
      total === null
        ? `Each time you pay ${coffee}, and its delivery.`
        : `Each time you pay ${total}${total === coffee ? '' : `: ${coffee} for the coffee and ${delivery} for its delivery`}.`,
      next === null ? '' : `The next one is planned for ${next}.`,
    ]
      .join(' ')
      .trim(),
  byTransfer:
    'We write to you a week before the coffee of a delivery is roasted, and ask for the transfer. You can change, pause or cancel your subscription at any time before that.',
  withoutCard: 'You pay nothing now, so no card is saved, and you pay for each later delivery by transfer.',
  notAtPickup: 'A subscription is paid by card or transfer, not at pickup.',
  pay: (total: string, again: string) => `Order and pay ${total}, then ${again}`,
  payNothing: (again: string) => `Order now, nothing to pay, then pay ${again}`,
  begun: 'Your subscription has begun:',
  begins: 'Your subscription begins as soon as we have your money. Then there comes:',
  comes: (coffee: string, rhythm: string) => `${coffee} ${rhythm}`,
  next: (day: string) => `The next delivery is planned for ${day}.`,
  toOwn: 'See and change your subscriptions',
} as const

/** The texts about a cart that was changed in another tab while the customer wanted to pay. */
export const changeWords = {
  gone: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} no longer in your cart.`,
  taken: (names: string, count: number) =>
    `${names} ${count === 1 ? 'is' : 'are'} paid already, or being paid.`,
  nothingCharged: 'Nothing was charged.',
} as const

/** The texts of the page after the payment. */
export const returnWords = {
  title: 'Your order',
  failedToLoad: 'Your payment could not be loaded',
  missing: 'We could not find this payment',
  missingMore: 'The address may be incomplete, or the payment belongs to another account.',
  paid: 'Thank you',
  paidMore: (number: number | null) => (number === null ? 'Your order is paid.' : `Order ${number} is paid.`),
  waiting: 'Thank you for your order',
  waitingMore: (number: number, total: string) => `Please pay ${total} for order ${number}.`,
  waitingPlain: 'Your order is placed. You can pay now.',
  notStarted: 'The payment has not started yet',
  notStartedMore:
    'The payment service cannot be reached at the moment. Nothing was charged, and your cart is kept. Try again, or cancel the payment to change your order.',
  stillNotStarted: 'The payment service still cannot be reached. Nothing was charged.',
  tryAgain: 'Try again',
  trying: 'Trying…',
  checking: 'Your payment is being checked',
  openMore:
    'If you have paid, you need not do anything: you will see it here in a moment. If not, continue to pay, or cancel the payment to change your order.',
  checkingMore: (hasAccount: boolean) =>
    hasAccount
      ? 'You need not wait. You can close this page, and find your order in your account later.'
      : 'You need not wait. You can close this page, and open it again later.',
  goOn: 'Continue to pay',
  cancel: 'Cancel the payment',
  cancelling: 'Cancelling…',
  cancelled: 'Your order was cancelled',
  cancelledMore: (number: number) => `Order ${number} was cancelled.`,
  notPaid: 'The payment did not go through',
  notPaidMore: (isGift: boolean) => `Nothing was charged.${isGift ? '' : ' Your cart is as it was.'}`,
  again: 'Back to the checkout',
  toCart: 'To your cart',
  toOrders: 'Your orders',
  toReceipt: 'Receipt',
  signUp: 'Make an account',
  signUpMore: 'with the same email address, and your orders come along once you confirm it.',
  home: 'Back to the shop',
  ordered: 'What you ordered',
  /** What comes next, by the kind of the delivery. */
  next: {
    parcel: 'You get a mail when it is on its way.',
    pickup: 'You get a mail when you can pick it up.',
    gift: 'You get a mail with the code of your gift, and with a card that you can print.',
  },
  goesTo: 'It goes to',
  pickUpAt: 'You pick it up',
} as const

/** Formats a tax rate in hundredths of a percent: `2300` becomes `23`, and `550` becomes `5.5`. */
export function percent(rate: number): string {
  return String(rate / 100)
}

/** Formats the price of a delivery, which is in the smallest unit of the currency. A price of 0 is shown as a word. */
export function deliveryPrice(price: number, currency: string): string {
  return price === 0 ? words.free : formatMoney(price, currency)
}
