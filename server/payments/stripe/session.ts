import type Stripe from 'stripe'
import { shopCurrency } from '#contract/values/currencies.ts'
import { now } from '#server/platform/clock.ts'
import type { Attempt, BillLine, Money, RemoteAnswer } from '../gateway.ts'
import { fromStripe, toStripe } from './amounts.ts'
import { isMissing } from './connect-stripe.ts'

/** The key of the metadata under which Stripe stores the id of the shop's payment. */
export const PAYMENT_ID = 'payment_id'

/**
 * The key of the metadata under which Stripe stores the URL of the shop. It tells the charges of this shop from those
 * of other shops with the same Stripe account, such as one for trials.
 */
export const SHOP = 'shop'

/**
 * How long a customer can pay on Stripe's page, in seconds. For that time the lines of the cart are reserved. Stripe
 * accepts 30 minutes to 24 hours.
 */
const SESSION_S = 60 * 60

/** How long after the end of a session that Stripe does not know its payment is declined. */
const GRACE_MS = 60 * 60 * 1000

/** The maximum number of lines on Stripe's page. */
const MOST_LINES = 100

/**
 * Creates a Checkout Session (https://docs.stripe.com/api/checkout/sessions), Stripe's page on which the customer pays.
 * A repeated call for the same payment sends the same parameters, because Stripe refuses an idempotency key that is
 * repeated with other parameters. The currency cannot have changed in between, because the payment is stored.
 */
export async function createSession(
  stripe: Stripe,
  { idempotencyKey, startedAt, readBill }: Attempt,
  publicUrl: string,
): Promise<RemoteAnswer> {
  const lines = shorten(await readBill())
  const metadata = { [PAYMENT_ID]: idempotencyKey, [SHOP]: publicUrl }
  const page = `${publicUrl}/checkout/return/${idempotencyKey}`
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: lines.map(lineItem),
      client_reference_id: idempotencyKey,
      metadata,
      payment_intent_data: { metadata },
      expires_at: Math.floor(endOfSession({ startedAt }) / 1000),
      success_url: page,
      cancel_url: page,
    },
    { idempotencyKey },
  )
  return answerOf(session)
}

function lineItem({ name, amountCents }: BillLine) {
  const currency = shopCurrency()
  const unit_amount = toStripe(amountCents, currency)
  const product = { currency: currency.toLowerCase(), unit_amount, product_data: { name } }
  return { quantity: 1, price_data: product }
}

/** Replaces the lines that exceed the maximum with one line of their sum. */
function shorten(lines: BillLine[]): BillLine[] {
  if (lines.length <= MOST_LINES) return lines
  const rest = lines.slice(MOST_LINES - 1)
  const amountCents = rest.reduce((sum, line) => sum + line.amountCents, 0)
  return [...lines.slice(0, MOST_LINES - 1), { name: `${rest.length} more`, amountCents }]
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
  attempt: Pick<Attempt, 'session' | 'startedAt'>,
): Promise<RemoteAnswer> {
  try {
    return answerOf(
      await stripe.checkout.sessions.retrieve(String(attempt.session), { expand: ['payment_intent'] }),
    )
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
  if (payment_status !== 'unpaid')
    return { outcome: 'succeeded', reference: intent?.id ?? id, paid: moneyOf(session) }
  return FAILED_INTENTS.has(intent?.status ?? '') ? BANK_DECLINED : { outcome: 'pending' }
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
