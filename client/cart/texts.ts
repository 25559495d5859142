/**
 * The texts that the specification prescribes, in sections 2 (My orders) and 7. The spelling mistakes come from the
 * specification.
 */
export const texts = {
  heading: 'Your Order Is Here',
  delete: 'Delete',
  pay: 'Pay',
  payAll: 'Pay For All Item',
  paid: 'Payment Done',
  deletedToast: 'Order Delete Succwssfully',
  paidToast: 'Payment Successfully',
  paidAllToast: 'Your Payment Successfull',
} as const

/** The texts that the specification does not prescribe. */
export const words = {
  title: 'My Cart',
  account: 'Orders and receipts',
  table: 'My orders',
  emptyTitle: 'Your cart is empty',
  empty: 'Every good cup starts somewhere. Have a look at what we roast.',
  toCoffee: 'See our coffees',
  failed: 'Your orders could not be loaded',
  loading: 'Loading your orders',
  paidHeading: 'Paid',
  paidTable: 'My paid orders',
  showAllPaid: (count: number) => `Show all ${count} paid items`,
  coffeeOf: (brand: string) => `Coffee of ${brand}`,
  bagOf: (category: string) => `Bag: ${category}`,
  number: 'No.',
  picture: 'Product',
  name: 'Name',
  price: 'Price',
  total: 'Total',
  paying: 'Paying…',
  alreadyPaid: 'This was already paid. You were not charged again.',
  allAlreadyPaid: 'Everything here was already paid. You were not charged again.',
  checkingPayment: 'Your payment is being checked',
  paysLater: 'Your order is placed. It waits for your payment.',
  checking: 'Being checked',
  removed: 'No longer sold',
  countInBar: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
  delivery: (state: string) => `Delivery: ${state}`,
  newPrice: (now: string, was: string) => `Now $${now}, was $${was}`,
  payNew: (price: string) => `${texts.pay} $${price}`,
  notCancelled: 'The order stays, and nothing is refunded.',
  restored: (product: string) => `${product} is back in your cart`,
  notDeleted: (product: string, why: string) => `${product} was not deleted. ${why}`,
  perhapsDeleted: (product: string, why: string) => `It is not known whether ${product} was deleted. ${why}`,
  notRestored: (product: string, why: string) => `${product} could not be brought back. ${why}`,
  perhapsRestored: (product: string, why: string) =>
    `It is not known whether ${product} was brought back. ${why}`,
  refused: (what: string) => `${what} Nothing was charged.`,
  totalChanged: (total: string) => `The total is now $${total}. Nothing was charged.`,
  allPaid: 'Everything here is paid.',
  checkingNote: (count: number) => `${count} ${count === 1 ? 'payment' : 'payments'} being checked`,
  removedNote: (count: number) => `${count} no longer sold`,
} as const
