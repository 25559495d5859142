import type Stripe from 'stripe'
import { problems } from '#contract/errors.ts'
import type { ProblemCode } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { withoutKeys } from '../gateway.ts'
import type { Attempt, GatewayRefund, RefundAnswer, RemoteAnswer, RemoteGateway } from '../gateway.ts'
import { cardPages } from '../stripe-cards/card-pages.ts'
import { cancelSaved, chargeSaved } from '../stripe-cards/charge-saved.ts'
import { findAmountProblem, findChargeProblem, toStripe } from './amounts.ts'
import { connectStripe, isRefusal, isRefusedKey, isStoredFailure } from './connect-stripe.ts'
import type { StripeKeys } from './connect-stripe.ts'
import {
  labelCharge,
  listCharges,
  listDisputes,
  listRefunds,
  listWarnings,
  REFUND_ID,
  toGatewayRefund,
} from './list-money.ts'
import { readEvent } from './read-event.ts'
import { answerOf, createSession, endOfSession, PAYMENT_ID, retrieveSession } from './session.ts'

type Setup = StripeKeys & {
  /** The origin of the shop, to which the customer returns. */
  publicUrl: string
  /** Returns the name of the shop, which is on the customer's card statement. Only `start` needs it. */
  shopName?: () => Promise<string>
  log?: { warn: (message: string) => void } | undefined
  /** How often Stripe's library repeats a request that failed. */
  retries?: number
}

/**
 * The payment gateway Stripe. The customer pays on a page of Stripe, so no card data reaches the shop, and the shop
 * loads no script of Stripe.
 */
export function stripeGateway(setup: Setup): RemoteGateway {
  const connect = connectStripe(setup, setup.retries ?? 2)
  const unlessRefused = skipRefused(setup)
  return {
    kind: 'remote',
    name: 'stripe',
    hasPage: true,
    findChargeProblem,
    findRefundProblem: ({ amountCents, currency }) => findAmountProblem([amountCents], currency),
    start: async (attempt) => {
      const begin = attempt.saved ? chargeSaved : openSession
      return begin(await connect(), attempt, setup)
    },
    check: async (attempt) => retrieveSession(await connect(), attempt),
    cancel: async (attempt) => {
      const end = attempt.saved ? cancelSaved : expireSession
      return end(await connect(), attempt, setup)
    },
    refund: async (refund, payment) => refundCharge(await connect(), refund, payment),
    listCharges: async function* listAll(span) {
      const stripe = await connect()
      const charges = (hasFees: boolean) => listCharges(stripe, { span, shop: setup.publicUrl, hasFees })
      yield* unlessRefused('fees', charges(true), () => charges(false))
    },
    listRefunds: async function* listAll(of) {
      yield* listRefunds(await connect(), of)
    },
    labelCharge: async (reference, order) => labelCharge(await connect(), reference, order),
    listDisputes: async function* listAll(span) {
      const stripe = await connect()
      yield* unlessRefused('disputes', listDisputes(stripe, span))
      yield* unlessRefused('early fraud warnings', listWarnings(stripe, span))
    },
    readEvent: async (request) => readEvent(await connect(), setup.webhookSecret, request),
    cards: cardPages(connect, setup.publicUrl),
    readAccount: async () => readAccount(await connect()),
  }
}

async function readAccount(stripe: Stripe): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/**
 * Returns a function that returns what a list has. If Stripe refuses the list, because a restricted key lacks the
 * permission, that is logged once, and the function returns what `instead` has, or nothing. It asks again the next time.
 */
function skipRefused({ log }: Setup) {
  const refused = new Set<string>()
  return async function* unlessRefused<T>(
    what: string,
    list: AsyncIterable<T>,
    instead?: () => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    try {
      yield* list
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (!refused.has(what)) log?.warn(`Stripe lists no ${what}: ${withoutKeys(error.message)}`)
      refused.add(what)
      if (instead) yield* instead()
    }
  }
}

/**
 * Creates the session of a payment. If Stripe refuses that, or has stored an error as its answer, the payment is
 * declined, because there is no page on which the customer could pay. It is also declined once the session could no
 * longer be paid. If Stripe has created a session nevertheless, nobody has had its URL.
 */
async function openSession(
  stripe: Stripe,
  attempt: Attempt,
  { publicUrl, shopName, log }: Setup,
): Promise<RemoteAnswer> {
  if (now() >= endOfSession(attempt)) return NO_PAGE
  try {
    return await createSession(stripe, attempt, { publicUrl, shopName: (await shopName?.()) ?? '' })
  } catch (error) {
    if (isStoredFailure(error)) return NO_PAGE
    if (!isRefusal(error)) throw error
    log?.warn(`Stripe refused the payment ${attempt.idempotencyKey}: ${withoutKeys(error.message)}`)
    return refusalAnswer(error)
  }
}

/** Returns the answer for a payment that Stripe has refused: because of its amount, or because of the shop's key. */
function refusalAnswer(error: Stripe.errors.StripeError): RemoteAnswer {
  if (error.code === 'amount_too_small') return declinedWith('amount-too-small')
  if (error.code === 'amount_too_large') return declinedWith('amount-too-large')
  if (isRefusedKey(error)) return declinedWith('payments-unavailable')
  return { outcome: 'declined', reason: 'The payment service did not accept the payment.' }
}

function declinedWith(code: ProblemCode): RemoteAnswer {
  return { outcome: 'declined', reason: problems[code].title, code }
}

const NO_PAGE = {
  outcome: 'declined',
  reason: 'The payment service could not open its page.',
} as const

/** Ends a session, so that it can no longer be paid. Stripe refuses that if the customer has already paid. */
async function expireSession(stripe: Stripe, attempt: Attempt): Promise<RemoteAnswer> {
  try {
    return answerOf(await stripe.checkout.sessions.expire(String(attempt.session)))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return retrieveSession(stripe, attempt)
  }
}

/**
 * Refunds a charge at Stripe. If Stripe has already made the refund, returns the state of that refund. It is looked up
 * first, because Stripe forgets the idempotency key after a day. If Stripe has accepted a refund and later refuses to show it,
 * for example after the key was changed, this rejects, because the money may still arrive.
 */
async function refundCharge(
  stripe: Stripe,
  { id: key, reference, amount_cents }: RefundRow,
  payment: PaymentRow & { currency: string },
): Promise<RefundAnswer> {
  const charge = payment.reference ?? ''
  try {
    if (reference !== null) return toGatewayRefund(await stripe.refunds.retrieve(reference))
    // If Stripe refuses to list them, nothing is refunded, because it may have been refunded already.
    const all = await Array.fromAsync(listRefunds(stripe, { charge }))
    const known = all.find(({ refundId }) => refundId === key)
    if (known) return known
    const metadata = { [REFUND_ID]: key, [PAYMENT_ID]: payment.id }
    const amount = toStripe(amount_cents, payment.currency)
    const params = { payment_intent: charge, amount, metadata }
    return toGatewayRefund(await stripe.refunds.create(params, { idempotencyKey: key }))
  } catch (error) {
    if (!isRefusal(error) || reference !== null) throw error
    return { refused: error.message, refunds: await refundsOf(stripe, charge) }
  }
}

/** Lists the refunds of a charge. The list is empty if Stripe does not know the charge. */
async function refundsOf(stripe: Stripe, charge: string): Promise<GatewayRefund[]> {
  try {
    return await Array.fromAsync(listRefunds(stripe, { charge }))
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}
