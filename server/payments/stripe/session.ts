import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Address } from '#contract/selling/settings.ts'
import type { BillLine } from '#server/cart/reserve-lines.ts'
import { now } from '#server/platform/clock.ts'
import type { Attempt, Bill, Money, RemoteAnswer, SavedCard } from '../gateway.ts'
import { fromStripe, toStripe } from './amounts.ts'
import { cardText } from '../stripe-cards/card-text.ts'
import { isMissing, isRefusal } from './connect-stripe.ts'

/** The key of the metadata under which Stripe stores the id of the shop's payment. */
export const PAYMENT_ID = 'payment_id'

/**
 * The key of the metadata under which Stripe stores the URL of the shop. It tells the charges of this shop from those
 * of other shops with the same Stripe account, such as one for trials.
 */
export const SHOP = 'shop'

/** The key of the metadata under which Stripe stores the number of the order. */
export const ORDER = 'order'

/**
 * How long a customer can pay on Stripe's page, in seconds. For that time the lines of the cart are reserved. Stripe
 * accepts 30 minutes to 24 hours.
 */
const SESSION_S = 60 * 60

/** How long after the end of a session that Stripe does not know its payment is declined. */
const GRACE_MS = 60 * 60 * 1000

/** What makes a session save the card. Each has a customer of its own, so that a customer has exactly one card. */
export const SAVES_CARD = {
  customer_creation: 'always',
  allowed_payment_method_types: ['card'],
} satisfies Partial<Params>

type Params = Stripe.Checkout.SessionCreateParams

type Shop = { publicUrl: string; shopName: string }

/**
 * Creates a Checkout Session (https://docs.stripe.com/api/checkout/sessions), Stripe's page on which the customer pays.
 * If Stripe refuses a detail that is not needed for paying, creates it without the details.
 */
export async function createSession(
  stripe: Stripe,
  attempt: Attempt,
  { publicUrl, shopName }: Shop,
): Promise<RemoteAnswer> {
  const { idempotencyKey, startedAt, savesCard } = attempt
  const bill = await attempt.readBill()
  const metadata = { [PAYMENT_ID]: idempotencyKey, [SHOP]: publicUrl }
  const page = `${publicUrl}/checkout/return/${idempotencyKey}`
  const params: Params = {
    mode: 'payment',
    line_items: lineItems(bill),
    client_reference_id: idempotencyKey,
    metadata,
    payment_intent_data: { metadata, ...(savesCard && { setup_future_usage: 'off_session' }) },
    ...(savesCard && SAVES_CARD),
    expires_at: Math.floor(endOfSession({ startedAt }) / 1000),
    success_url: page,
    cancel_url: page,
  }
  const create = async (all: typeof params) =>
    answerOf(await stripe.checkout.sessions.create(all, { idempotencyKey: keyFor(idempotencyKey, all) }))
  try {
    return await create(withDetails(params, bill, shopName))
  } catch (error) {
    if (!isRefusal(error) || !isAboutDetails(error)) throw error
    return create(params)
  }
}

/**
 * Returns the idempotency key of a session: the payment and a hash of the details. Stripe refuses a key that is
 * repeated with other parameters, which would decline the payment. The email address and the name of the shop can change
 * before a request whose answer was lost is repeated. The repetition then makes a second session. That charges nobody
 * twice: nobody has had the URL of the first one, and a payment whose URL is stored is never started again.
 */
function keyFor(paymentId: string, params: Params): string {
  const { locale, customer_email, payment_intent_data } = params
  const details = JSON.stringify([locale, customer_email, payment_intent_data])
  return `${paymentId}-${createHash('sha256').update(details).digest('hex').slice(0, 16)}`
}

/** Returns when the session of a payment ends, in UTC milliseconds. After that it can no longer be paid. */
export function endOfSession({ startedAt }: Pick<Attempt, 'startedAt'>): number {
  return startedAt + SESSION_S * 1000
}

/**
 * Returns the state of a payment that has a session. The current key does not know the session if the owner has
 * replaced a test key by a live key. Such a payment is declined an hour after the session's time is over.
 */
export async function retrieveSession(
  stripe: Stripe,
  attempt: Pick<Attempt, 'session' | 'startedAt' | 'savesCard'>,
): Promise<RemoteAnswer> {
  const expand = ['payment_intent', ...(attempt.savesCard ? ['payment_intent.payment_method'] : [])]
  try {
    return answerOf(await stripe.checkout.sessions.retrieve(String(attempt.session), { expand }))
  } catch (error) {
    if (!isMissing(error) || now() < endOfSession(attempt) + GRACE_MS) throw error
    return { outcome: 'declined', reason: 'The payment page no longer exists.' }
  }
}

/** The states of a payment intent that mean that a bank debit failed, after the customer had left Stripe's page. */
const FAILED_INTENTS: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled'])

/**
 * Converts the state of a session to that of a payment. A session is `complete` when the customer has confirmed the
 * payment. If the bank takes days to move the money, its `payment_status` is `unpaid` until then. Whether the bank has
 * declined such a payment is known from the status of its payment intent.
 */
export function answerOf(session: Stripe.Checkout.Session): RemoteAnswer {
  const { id, status, url } = session
  if (status === 'expired') return { outcome: 'declined', reason: 'The payment page has expired.' }
  if (status === 'open') return url ? { outcome: 'redirect', session: id, url } : { outcome: 'pending' }
  return completeAnswer(session)
}

function completeAnswer(session: Stripe.Checkout.Session): RemoteAnswer {
  const { id, payment_status, payment_intent } = session
  // Stripe returns the whole intent if the request has expanded it, and only its id otherwise.
  const intent = typeof payment_intent === 'string' ? { id: payment_intent, status: null } : payment_intent
  if (payment_status !== 'unpaid') {
    const saved = savedBy(session)
    return {
      outcome: 'succeeded',
      reference: intent?.id ?? id,
      paid: moneyOf(session),
      ...(saved && { saved }),
    }
  }
  return FAILED_INTENTS.has(intent?.status ?? '') ? BANK_DECLINED : { outcome: 'pending' }
}

/** Returns the card that a paid session has saved, or null. Its text is empty unless the request has expanded the card. */
function savedBy({ customer, payment_intent }: Stripe.Checkout.Session): SavedCard | null {
  const id = typeof customer === 'string' ? customer : (customer?.id ?? null)
  if (id === null) return null
  const method = typeof payment_intent === 'string' ? null : payment_intent?.payment_method
  return { customer: id, card: cardText(method) }
}

function moneyOf({ amount_total, currency }: Stripe.Checkout.Session): Money {
  const code = currency?.toUpperCase() ?? ''
  return { amountCents: fromStripe(amount_total ?? 0, code), currency: code }
}

export const BANK_DECLINED = {
  outcome: 'declined',
  reason: 'The bank declined the payment.',
  isBankDebit: true,
} as const

/** The maximum number of lines on Stripe's page. */
const MAX_LINES = 100

/**
 * Returns the lines of Stripe's page. Those that exceed the maximum are replaced with one line of their sum. What a discount
 * makes free is left out.
 */
function lineItems({ lines: all, currency }: Bill): NonNullable<Params['line_items']> {
  const lines = all.filter(({ unitCents }) => unitCents > 0)
  const lineItem = ({ name, unitCents, quantity }: BillLine) => ({
    quantity,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: toStripe(unitCents, currency),
      product_data: { name },
    },
  })
  if (lines.length <= MAX_LINES) return lines.map(lineItem)
  const rest = lines.slice(MAX_LINES - 1)
  const count = rest.reduce((sum, { quantity }) => sum + quantity, 0)
  const unitCents = rest.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
  return [...lines.slice(0, MAX_LINES - 1), { name: `${count} more`, unitCents, quantity: 1 }].map(lineItem)
}

/**
 * Adds what helps the customer and the owner, and without which a payment works as well. Stripe's page is in the
 * language of the browser.
 */
function withDetails(
  { payment_intent_data, ...params }: Params,
  { email, address }: Bill,
  shopName: string,
): Params {
  const statement_descriptor_suffix = suffixOf(shopName)
  return {
    ...params,
    locale: 'auto',
    ...(email && { customer_email: email }),
    payment_intent_data: {
      ...payment_intent_data,
      ...(address && { shipping: shippingOf(address) }),
      ...(statement_descriptor_suffix && { statement_descriptor_suffix }),
    },
  }
}

/** Returns whether Stripe has refused what `withDetails` has added, such as an email address that it does not take. */
function isAboutDetails({ param = '' }: Stripe.errors.StripeError): boolean {
  return /^(locale|customer_email|payment_intent_data)\b/.test(param)
}

/** Stripe refuses empty texts, so they are left out. */
function shippingOf({ name, company, line1, line2, city, region, postcode, country, phone }: Address) {
  return {
    name: company ? `${name}, ${company}` : name,
    ...(phone && { phone }),
    address: {
      line1,
      ...(line2 && { line2 }),
      ...(city && { city }),
      ...(region && { state: region }),
      ...(postcode && { postal_code: postcode }),
      country,
    },
  }
}

/**
 * The maximum length of the suffix. Together with the prefix of the account, of at most 10 characters, and the `* `
 * between them it has at most 22 (https://docs.stripe.com/get-started/account/statement-descriptors).
 */
const SUFFIX_LENGTH = 10

/**
 * Returns the end of the text on the customer's card statement: the name of the shop in the characters that Stripe
 * takes. Returns an empty text if it has no Latin letter.
 */
export function suffixOf(shopName: string): string {
  const latin = shopName
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
  const suffix = latin.trim().slice(0, SUFFIX_LENGTH).trim()
  return /[A-Za-z]/.test(suffix) ? suffix : ''
}
