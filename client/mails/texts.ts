/** The texts of the mails. The first group is used in all mails. */
export const words = {
  shop: 'Crema',
  total: 'Total',
  orderedAt: (at: number) =>
    `${new Date(at).toISOString().slice(0, 10)}, ${new Date(at).toISOString().slice(11, 16)} UTC`,

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

  newOrderTitle: 'A new order',
  newOrderLead: (name: string, email: string) => `${plainName(name)} (${email}) has paid for:`,
  newOrderButton: 'Open the dashboard',
  newOrderFoot: 'A reply to this mail goes to the customer.',
} as const

function hello(name: string): string {
  const shown = plainName(name)
  return shown === '' ? 'Hello,' : `Hello ${shown},`
}

/**
 * Returns a name for the text of a mail, in one line. Returns '' for a name that is very long or may contain a link:
 * anyone can sign up with another person's e-mail address, and a mail from the shop must not carry their message.
 */
function plainName(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 || /[:/@]|\.\S/.test(line) ? '' : line
}
