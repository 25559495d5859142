import type { MailProps, Receipt, RenderedMail } from '#contract/values/mails.ts'
import { pages } from '#contract/pages.ts'
import { now } from '#server/platform/clock.ts'
import type { OutboxRow } from '#server/tables.ts'
import type { MailData } from './queue-mail.ts'

/** The content of a mail. `html` is absent if the mail is a plain text. */
export type MailContent = { text: string; html?: string }

type ComposerSetup = {
  /** The shop's origin, for links. */
  publicUrl: string
  render: (subject: string, props: MailProps) => Promise<RenderedMail>
  /** Returns null if there is no such order. */
  readReceipt: (orderId: string) => Promise<Receipt | null>
}

const MINUTE_MS = 60_000
const HIDDEN = 'hidden'

/** Reads what the templates of mails need, and renders them. */
export class MailComposer {
  readonly #setup: ComposerSetup

  constructor(setup: ComposerSetup) {
    this.#setup = setup
  }

  /** Returns the content of a mail that is about to be sent, or null if it must not be sent any more. */
  async compose(mail: OutboxRow): Promise<MailContent | null> {
    const data = dataOf(mail)
    if (data === null) return mail.template === null ? { text: mail.body } : null
    return isOutOfDate(data) ? null : this.#render(mail.subject, data)
  }

  /** Returns the content of a mail for an admin, without what is secret, or null if its content was deleted. */
  async preview(mail: OutboxRow): Promise<MailContent | null> {
    const data = dataOf(mail)
    if (data === null) return mail.template === null ? { text: mail.body } : null
    return this.#render(mail.subject, withoutSecrets(data))
  }

  async #render(subject: string, data: MailData): Promise<MailContent | null> {
    const props = await this.#propsOf(data)
    return props && this.#setup.render(subject, props)
  }

  async #propsOf(data: MailData): Promise<MailProps | null> {
    const { publicUrl, readReceipt } = this.#setup
    if (data.template === 'password-reset') return resetProps(publicUrl, data)
    const receipt = await readReceipt(data.orderId)
    const page = data.template === 'new-order' ? pages.dashboard : pages.cart
    return receipt && { template: data.template, receipt, link: `${publicUrl}${page}` }
  }
}

function dataOf({ template, data }: OutboxRow): MailData | null {
  if (template === null || data === null) return null
  // `queueMails` wrote the JSON from the same type.
  return { template, ...JSON.parse(data) } as MailData
}

function isOutOfDate(data: MailData): boolean {
  return data.template === 'password-reset' && data.expiresAt <= now()
}

function withoutSecrets(data: MailData): MailData {
  return data.template === 'password-reset' ? { ...data, token: HIDDEN } : data
}

function resetProps(publicUrl: string, data: MailData & { template: 'password-reset' }): MailProps {
  const { template, name, token, expiresAt } = data
  // In the fragment, the token reaches neither a server's log nor the address of the next page.
  const link = `${publicUrl}${pages.resetPassword}#${token}`
  return { template, name, link, minutes: Math.max(0, Math.ceil((expiresAt - now()) / MINUTE_MS)) }
}
