/** The texts of the mails. The first group is used in mails of several kinds. */
export const words = {
  total: 'Total',

  resetTitle: 'Choose a new password',
  resetLead: (name: string) => `${hello(name)} we got a request to choose a new password for your account.`,
  resetButton: 'Choose a new password',
  resetTime: (minutes: number) =>
    `The link works once, and for ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  resetFoot: 'If it was not you, you need not do anything: your password stays as it is.',

  orderTitle: 'Thank you for your order',
  orderLead: (name: string) => `${hello(name)} we have your payment. This is what you bought:`,
  orderButton: 'See your orders',
  orderNumber: (id: string, at: string) => `Order ${id}, ${at}`,
  orderFoot: 'Keep this mail as your receipt. You can reply to it if something is not right.',

  backTitle: (product: string) => `${product} is back`,
  backLead: (name: string, product: string) =>
    `${hello(name)} you asked us to tell you when ${product} can be bought again. It can, while there is some left.`,
  backButton: 'See it in the shop',
  backFoot: 'You get this mail once, because you asked for it. You need not do anything.',

  newOrderTitle: 'A new order',
  newOrderLead: (name: string, email: string) => `${plainName(name)} (${email}) has paid for:`,
  newOrderButton: 'Open the order',
  newOrderFoot: 'A reply to this mail goes to the customer.',

  orderPlace: (number: number) => `Your order has the number ${number}.`,
  waitingLead: (name: string) =>
    `${hello(name)} we have your order and wait for your payment. This is what you ordered:`,
  waitingFoot: 'You can reply to this mail if something is not right.',
  newWaitingLead: (name: string, email: string) =>
    `${plainName(name)} (${email}) has ordered, and pays later:`,
  howToPay: (number: number) => `Please pay as described here, and give the number ${number} of your order:`,
  deliveredBy: (method: string) => `Delivery: ${method}`,
  customerNote: (note: string) => `Note: ${note}`,

  accountButton: 'See your orders',
  afterSaleFoot: 'You can reply to this mail if something is not right.',
  trackButton: 'Follow your parcel',
  sentTitle: 'Your order is on its way',
  sentLead: (name: string, number: number) => `${hello(name)} we have sent your order ${number}:`,
  readyTitle: 'Your order is ready',
  readyLead: (name: string, number: number) => `${hello(name)} you can pick up your order ${number}:`,
  payAtPickup: (amount: string) =>
    `You pay the amount of ${amount} when you pick it up, unless you have paid already.`,
  cancelledTitle: 'Your order was cancelled',
  cancelledLead: (name: string, number: number) =>
    `${hello(name)} your order ${number} is cancelled. You need not pay for it. If you have already paid, reply to this mail.`,
  refundedTitle: 'Your refund',
  refundedLead: (name: string, number: number, amount: string) =>
    `${hello(name)} we have refunded ${amount} for your order ${number}. Your bank may take some days to show it.`,
  refundByHandLead: (name: string, number: number, amount: string) =>
    `${hello(name)} we refund ${amount} for your order ${number}.`,
  withdrawalTitle: 'We have your withdrawal',
  withdrawalLead: (name: string, number: number) =>
    `${hello(name)} you have withdrawn from your order ${number}. We write to you about the return and the refund.`,
  withdrawalNoticeTitle: 'A customer has withdrawn',
  withdrawalNoticeLead: (name: string, email: string, number: number) =>
    `${plainName(name)} (${email}) has withdrawn from order ${number}. Refund it once you have agreed on the return.`,
  noticeButton: 'Open the order',
  cancellationNoticeTitle: 'A customer has cancelled an order',
  cancellationNoticeLead: (name: string, email: string, number: number) =>
    `${plainName(name)} (${email}) has cancelled order ${number} and has not paid for it. Its stock is back.`,
} as const

function hello(name: string): string {
  const shown = plainName(name)
  return shown === '' ? 'Hello,' : `Hello ${shown},`
}

/**
 * Returns a name for the text of a mail, in one line. Returns '' for a name that is very long or may contain a link:
 * anyone can sign up with another person's e-mail address and choose a name that is a message to this person.
 */
export function plainName(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 || /[:/@]|\.\S/.test(line) ? '' : line
}
