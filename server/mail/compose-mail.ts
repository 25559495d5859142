import { pages } from '#contract/pages.ts'
import { REVOKE } from '#contract/values/orders/subscriptions.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import type { MailProps, MailShop, Receipt, RenderedMail } from '#contract/values/mails.ts'
import { now } from '#server/platform/clock.ts'
import type { OutboxRow } from '#server/tables/mail-rows.ts'
import type { MailData } from './queue-mail.ts'

/** The content of a mail. `html` is missing if the mail is only plain text. */
export type MailContent = { text: string; html?: string }

/** The content of a mail that is about to be sent, with the name of the shop as its sender. */
export type ComposedMail = MailContent & { sender: string }

type ComposerSetup = {
  /** The origin of the shop's public URL. Links in mails begin with it. */
  publicUrl: string
  render: (subject: string, props: MailProps) => Promise<RenderedMail>
  shopName: () => Promise<string>
  /** Reads the receipt that mails about an order contain. Returns null if there is no order with this id. */
  readReceipt: (orderId: string) => Promise<Receipt | null>
  /** Returns the key with which a guest sees the order, or null if the order or the recipient is not the guest's. */
  keyOfGuest: (mail: { orderId: string; recipient: string | null }) => Promise<string | null>
}

const MINUTE_MS = 60_000
const HIDDEN = 'hidden'

/** Reads the data that a mail's template needs, and renders the mail. */
export class MailComposer {
  readonly #setup: ComposerSetup

  constructor(setup: ComposerSetup) {
    this.#setup = setup
  }

  /**
   * Returns the content of a mail that is about to be sent. Returns null if it must not be sent any more, for example
   * because the link in it has expired.
   */
  async compose(mail: OutboxRow): Promise<ComposedMail | null> {
    const data = dataOf(mail)
    if (data && 'expiresAt' in data && data.expiresAt <= now()) return null
    const content = await this.#render(mail, { data })
    return content && { ...content, sender: await this.#setup.shopName() }
  }

  /**
   * Returns the content of a mail with its secrets hidden, to show it to an admin. Returns null if the content was
   * deleted, or if the mail is about an order that does not exist.
   */
  async preview(mail: OutboxRow): Promise<MailContent | null> {
    const data = dataOf(mail)
    const shown = data && 'token' in data ? { ...data, token: HIDDEN } : data
    return this.#render(mail, { data: shown, isPreview: true })
  }

  async #render(
    { template, body, subject, recipient }: OutboxRow,
    { data, isPreview = false }: { data: MailData | null; isPreview?: boolean },
  ): Promise<MailContent | null> {
    if (template === null) return { text: body }
    const props = data && (await this.#propsOf(data, { recipient, isPreview }))
    return props && this.#setup.render(subject, props)
  }

  async #propsOf(
    data: MailData,
    { recipient, isPreview }: Pick<OutboxRow, 'recipient'> & { isPreview: boolean },
  ): Promise<MailProps | null> {
    const { publicUrl, readReceipt, keyOfGuest } = this.#setup
    if (!isOrderMail(data)) return propsWithoutOrder(publicUrl, data)
    const { orderId } = data
    const receipt = await readReceipt(orderId)
    if (!receipt) return null
    if (isToShop(data)) return { ...data, receipt, link: publicUrl + pages.fullOrder(orderId) }
    const key = await keyOfGuest({ orderId, recipient })
    const fragment = key === null ? '' : `#${isPreview ? HIDDEN : key}`
    return { ...data, receipt, link: publicUrl + pages.ownReceipt(orderId) + fragment }
  }
}

/** A mail that shows its order. The mail with the code of a gift does not. */
type OrderMailData = Exclude<Extract<MailData, { orderId: string }>, { template: 'gift' }>

function isOrderMail(data: MailData): data is OrderMailData {
  return 'orderId' in data && data.template !== 'gift'
}

function isToShop({ template }: OrderMailData): boolean {
  return template === 'new-order' || template.endsWith('-notice')
}

function dataOf({ template, data }: OutboxRow): MailData | null {
  if (template === null || data === null) return null
  // The cast is safe: `queueMails` has written this JSON from an object of the same type.
  return { template, ...JSON.parse(data) } as MailData
}

function propsWithoutOrder(publicUrl: string, data: Exclude<MailData, OrderMailData>): MailProps {
  switch (data.template) {
    case 'account-deleted':
    case 'late-refund':
    case 'late-refund-notice':
      return data
    case 'debit-authorised':
      return { ...data, link: publicUrl + pages.account }
    case 'debit-refused':
      return { ...data, link: publicUrl + pages.cart }
    case 'address-taken':
      return { ...data, link: publicUrl + pages.login, resetLink: publicUrl + pages.forgotPassword }
    case 'back-in-stock': {
      const { page, ...props } = data
      return { ...props, link: `${publicUrl}${page}` }
    }
    default:
      return tokenProps(publicUrl, data)
  }
}

function tokenProps(publicUrl: string, data: Extract<MailData, { token: string }>): MailProps {
  if (data.template === 'subscription-code') {
    const { token: code, expiresAt, ...props } = data
    return { ...props, code, minutes: minutesUntil(expiresAt) }
  }
  if (data.template === 'gift') {
    const { token: code, orderId: _, ...props } = data
    return { ...props, code, link: `${publicUrl}${pages.gift}#${code}` }
  }
  if (data.template !== 'subscription') return linkProps(publicUrl, data)
  const { token, expiresAt: _, ...props } = data
  const page = publicUrl + pages.subscriptions
  return { ...props, link: `${page}#${token}`, revokeLink: `${page}#${REVOKE}${token}` }
}

type LinkMailData = Exclude<
  Extract<MailData, { token: string }>,
  { template: 'subscription' | 'subscription-code' | 'gift' }
>

/** The page to which the link in each mail with a token leads, unless the mail names it. */
const LINK_PAGES: Record<Exclude<LinkMailData, { page: string }>['template'], string> = {
  'password-reset': pages.resetPassword,
  'confirm-sign-up': pages.confirmSignUp,
  'email-change-old': pages.confirmEmail,
  'email-change-new': pages.confirmEmail,
  'withdrawal-link': pages.withdraw,
}

function linkProps(publicUrl: string, { token, expiresAt, ...data }: LinkMailData): MailProps {
  // The token is in the URL's fragment. Browsers do not send the fragment to servers, so it appears in no server's
  // log and in no Referer header.
  const page = 'page' in data ? data.page : LINK_PAGES[data.template]
  const link = `${publicUrl}${page}#${token}`
  return { ...data, link, minutes: minutesUntil(expiresAt) }
}

function minutesUntil(expiresAt: number): number {
  return Math.max(0, Math.ceil((expiresAt - now()) / MINUTE_MS))
}

/** Returns what mails show of the shop. `publicUrl` is the origin of its URL. */
export function mailShop(
  publicUrl: string,
  { name, contact, legal, accent, dateStyle }: ShopProfile,
  { currency, timeZone }: SellingSettings,
): MailShop {
  const hasImprint = legal.imprint.trim() !== ''
  return {
    name,
    currency,
    accent,
    dateStyle,
    timeZone,
    address: contact.address.trim(),
    imprintUrl: hasImprint ? publicUrl + pages.imprint : null,
  }
}
