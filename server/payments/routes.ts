import type { FastifyReply } from 'fastify'
import { Problem, wrongField } from '#contract/errors.ts'
import { paymentDeskCalls } from '#contract/orders/payment-desk.ts'
import { paymentCalls } from '#contract/payments.ts'
import type { FullPayment } from '#contract/payments.ts'
import { numberToMinor, toMinor, toTotal } from '#contract/values/money.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { cancelOwnAttempt } from './cancel-attempt.ts'
import { listDesk } from './desk/list-desk.ts'
import { listHeldBags } from './desk/list-held-bags.ts'
import { repairPayment } from './desk/repair.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { startPayment } from './start-payment.ts'
import type { PaymentRequest } from './start-payment.ts'
import { declined, presentState, showPayment } from './show-payment.ts'
import { webhookRoutes } from './webhooks.ts'

/**
 * Without `paysAtOnce`, customers pay only in the checkout, and the calls `PUT /singlePayment/{id}` and `POST /fullOrder`
 * are refused.
 */
export function paymentRoutes(
  setup: CallsSetup,
  payments: Payments,
  { paysAtOnce }: { paysAtOnce: boolean },
): void {
  async function pay(
    requestIn: (currency: string) => PaymentRequest | null,
    field: string,
  ): Promise<Progress | Problem> {
    if (!paysAtOnce) return new Problem('checkout-needed')
    const request = requestIn(await payments.currency())
    if (!request) return wrongField(field, 'is not an amount')
    const outcome = await startPayment(payments, request)
    if (outcome instanceof Problem) return outcome
    return outcome.status === 'failed' ? declined(outcome) : outcome
  }

  serveCalls(setup, paymentCalls, {
    'PUT /singlePayment/{id}': async ({ caller, params, body, reply }) => {
      const outcome = await pay(
        (currency) => singleRequest(caller.userId, { ...params, ...body, currency }),
        'price',
      )
      if (outcome instanceof Problem) return outcome
      return { ...progressOf(outcome, reply), modifiedCount: outcome.status === 'succeeded' ? 1 : 0 }
    },
    'POST /fullOrder': async ({ caller, body, reply }) => {
      const outcome = await pay((currency) => fullRequest(caller.userId, body, currency), 'total')
      if (outcome instanceof Problem) return outcome
      const orderId = outcome.status === 'waiting' ? outcome.orderId : fullOrderIdOf(outcome)
      return { ...progressOf(outcome, reply), ...(orderId !== null && { insertedId: orderId }) }
    },
    'GET /payment/{id}': ({ caller, params }) =>
      showPayment(payments, { id: params.id, userId: caller.userId }),
    'DELETE /payment/{id}': async ({ caller, params }) => {
      const key = { id: params.id, user_id: caller.userId }
      const outcome = await cancelOwnAttempt(payments, key)
      return outcome instanceof Problem ? outcome : presentState(payments, key, outcome)
    },
  })
  serveCalls(setup, paymentDeskCalls, {
    'GET /paymentDesk': () => listDesk(payments),
    'GET /heldBags': () => listHeldBags(payments.database.longRead),
    'PUT /paymentDesk/{id}': ({ caller, params, body }) =>
      repairPayment(payments, caller, { ...params, ...body }),
  })
  webhookRoutes(setup, payments)
}

type Progress = Exclude<PaymentOutcome, { status: 'failed' }>

/** Returns what the answers of both calls that pay have in common. Their status is 202 while the outcome is unknown. */
function progressOf(outcome: Progress, reply: FastifyReply) {
  if (outcome.status === 'succeeded')
    return { acknowledged: true, ...(outcome.earlier && { alreadyPaid: true as const }) }
  if (outcome.status === 'waiting') return { acknowledged: true, waiting: true as const }
  reply.code(202)
  return {
    acknowledged: false,
    checking: true as const,
    ...(outcome.status === 'redirect' && { url: outcome.url }),
    ...(outcome.status === 'not-started' && { notStarted: true as const }),
  }
}

function fullOrderIdOf(outcome: Progress): string | null {
  return outcome.status === 'succeeded' ? outcome.fullOrderId : null
}

type SinglePayment = { id: string; price?: string; currency: string }

/** Returns null if `price` is given and is not an amount of the shop's currency. */
function singleRequest(userId: string, { id, price, currency }: SinglePayment): PaymentRequest | null {
  const cents = price === undefined ? null : toMinor(price, currency)
  if (price !== undefined && cents === null) return null
  return {
    userId,
    kind: 'single',
    ids: [id],
    prices: new Map(cents === null ? [] : [[id, cents]]),
    totalCents: null,
    currency,
  }
}

/**
 * Converts the body of an API call that pays for several cart lines to a payment request. Returns null if the total or
 * a price is not an amount of the shop's currency.
 */
function fullRequest(userId: string, { items, total }: FullPayment, currency: string): PaymentRequest | null {
  const totalCents = typeof total === 'string' ? toTotal(total, currency) : numberToMinor(total, currency)
  if (totalCents === null) return null
  const prices = new Map<string, number>()
  for (const { _id, price, newPrice } of items) {
    const shown = newPrice ?? price
    if (shown === undefined) continue
    const cents = toMinor(shown, currency)
    if (cents === null) return null
    prices.set(_id, cents)
  }
  const ids = [...new Set(items.map((item) => item._id))]
  return { userId, kind: 'full', ids, prices, totalCents, currency }
}
