import type { MailProps, Receipt, RenderedMail } from '#contract/values/mails.ts'
import { pages } from '#contract/pages.ts'
import { now } from '#server/platform/clock.ts'
import type { OutboxRow } from '#server/tables.ts'
import type { MailData } from './queue-mail.ts'

/** The content of a mail. `html` is absent if the mail is a plain text. */
export type MailContent = { text: string; html?: string }

/** Returns the content of a mail from the outbox, or null if it must not be sent any more. */
export type ComposeMail = (mail: OutboxRow) => Promise<MailContent | null>

type Setup = {
  /** The shop's origin, for links. */
  publicUrl: string
  render: (subject: string, props: MailProps) => Promise<RenderedMail>
  /** Returns null if there is no such order. */
  readReceipt: (orderId: string) => Promise<Receipt | null>
}

const MINUTE_MS = 60_000

/** Returns a function that composes mails: it reads what their templates need and renders them. */
export function createComposer({ publicUrl, render, readReceipt }: Setup): ComposeMail {
  return async (mail) => {
    if (mail.template === null) return { text: mail.body }
    if (mail.data === null) return null
    // `queueMails` wrote the JSON from the same type.
    const props = await propsOf({ template: mail.template, ...JSON.parse(mail.data) } as MailData)
    return props && render(mail.subject, props)
  }

  async function propsOf(data: MailData): Promise<MailProps | null> {
    if (data.template === 'password-reset') return resetProps(data)
    const receipt = await readReceipt(data.orderId)
    const page = data.template === 'new-order' ? pages.dashboard : pages.cart
    return receipt && { template: data.template, receipt, link: `${publicUrl}${page}` }
  }

  function resetProps(data: MailData & { template: 'password-reset' }): MailProps | null {
    const left = data.expiresAt - now()
    if (left <= 0) return null
    const { template, name, token } = data
    // In the fragment, the token reaches neither a server's log nor the address of the next page.
    const link = `${publicUrl}${pages.resetPassword}#${token}`
    return { template, name, link, minutes: Math.ceil(left / MINUTE_MS) }
  }
}
