import { Problem } from '#contract/errors.ts'
import { dollarsToCents, toCents } from '#contract/values/money.ts'
import { paymentCalls } from '#contract/payments.ts'
import type { FullPayment } from '#contract/payments.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Wish } from './open-attempt.ts'
import type { Outcome, Payments } from './payments.ts'
import { settle } from './settle.ts'

export function paymentRoutes(setup: CallsSetup, payments: Payments): void {
  serveCalls(setup, paymentCalls, {
    'PUT /singlePayment/{id}': async ({ caller, params, body, reply }) => {
      const outcome = await settle(payments, singleWish(caller.userId, params.id, body?.price))
      if (outcome instanceof Problem) return outcome
      if (outcome.status === 'checking') reply.code(202)
      return answered(
        outcome,
        { acknowledged: true, modifiedCount: 1, ...alreadyPaid(outcome) },
        { acknowledged: false, modifiedCount: 0, checking: true },
      )
    },
    'POST /fullOrder': async ({ caller, body, reply }) => {
      const wish = fullWish(caller.userId, body)
      if (!wish)
        return new Problem('invalid-input', { errors: [{ field: 'total', message: 'is not an amount' }] })
      const outcome = await settle(payments, wish)
      if (outcome instanceof Problem) return outcome
      if (outcome.status === 'checking') reply.code(202)
      const orderId = outcome.status === 'succeeded' ? outcome.orderId : null
      const paid = { acknowledged: true, ...(orderId && { insertedId: orderId }), ...alreadyPaid(outcome) }
      return answered(outcome, paid, { acknowledged: false, checking: true })
    },
  })
}

function answered<T, C>(outcome: Outcome, paid: T, checking: C): T | C | Problem {
  if (outcome.status === 'failed') return new Problem('payment-declined', { detail: outcome.reason })
  return outcome.status === 'succeeded' ? paid : checking
}

function alreadyPaid(outcome: Outcome): { alreadyPaid?: true } {
  return outcome.status === 'succeeded' && outcome.earlier ? { alreadyPaid: true } : {}
}

function singleWish(userId: string, id: string, price: string | undefined): Wish {
  const cents = price === undefined ? null : toCents(price)
  return {
    userId,
    kind: 'single',
    ids: [id],
    prices: new Map(cents === null ? [] : [[id, cents]]),
    totalCents: null,
  }
}

function fullWish(userId: string, { items, total }: FullPayment): Wish | null {
  const totalCents = typeof total === 'string' ? toCents(total) : dollarsToCents(total)
  if (totalCents === null) return null
  const prices = new Map<string, number>()
  for (const { _id, price, newPrice } of items) {
    const cents = toCents(newPrice ?? price ?? '')
    if (cents !== null) prices.set(_id, cents)
  }
  return { userId, kind: 'full', ids: [...new Set(items.map((item) => item._id))], prices, totalCents }
}
