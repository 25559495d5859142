/** One product of a receipt. `soldAs` is the brand of a coffee or the category of a bag, or null. */
export type ReceiptLine = { id: string; name: string; soldAs: string | null; price: string }

/** What an order's mails say about it. Amounts are dollars as text, `orderedAt` is in UTC milliseconds. */
export type Receipt = {
  orderId: string
  customer: string
  email: string
  orderedAt: number
  lines: ReceiptLine[]
  total: string
}

/** What each template is rendered from. Links are complete addresses. */
export type MailProps =
  | { template: 'password-reset'; name: string; link: string; minutes: number }
  | { template: 'order-confirmation'; receipt: Receipt; link: string }
  | { template: 'new-order'; receipt: Receipt; link: string }

export type MailTemplate = MailProps['template']

/** A mail as plain text and as an HTML document that says the same. */
export type RenderedMail = { text: string; html: string }

/** The path of a mail as a page of its own, relative to `/api`. A browser opens it with the session cookie of an admin. */
export function mailPath(id: string): string {
  return MAIL_PATH.replace('{id}', encodeURIComponent(id))
}

export const MAIL_PATH = '/outbox/{id}/mail'
