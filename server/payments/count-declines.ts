import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { applyGatewayAnswer, attemptOf } from './ask-gateway.ts'
import { orNull } from './gateway.ts'
import type { RemoteGateway } from './gateway.ts'
import { timeoutsFor } from './payments.ts'
import type { Payments } from './payments.ts'

/** The number of declined cards on one page of a gateway after which the page is ended. */
export const MAX_DECLINES = 5

const REASON = 'Five attempts to pay were declined, so the page was closed. Nothing was charged.'

/** The name of the counter of a payment is this with the id of the payment. */
const DECLINES = 'declines of '

/** Adds to the number of declines on the page of a payment, and returns it. An event that has arrived before adds 0. */
export async function countDeclines(tx: Db, paymentId: string, more: 0 | 1): Promise<number> {
  const row = await tx
    .insertInto('counters')
    .values({ name: `${DECLINES}${paymentId}`, value: more })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ eb }) => ({ value: eb('counters.value', '+', more) })),
    )
    .returning('value')
    .executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** Deletes the counters of payments that have an outcome, whose pages are closed. */
export async function deleteDeclines(tx: Db): Promise<void> {
  await tx
    .deleteFrom('counters')
    .where('name', 'like', `${DECLINES}%`)
    .where('name', 'not in', ({ selectFrom }) =>
      selectFrom('payments')
        .select(sql<string>`CAST(${DECLINES} AS TEXT) || id`.as('name'))
        .where('status', '=', sql.lit('pending' as const)),
    )
    .execute()
}

/**
 * Ends the page of a pending payment, so that no more cards can be tried there, and lets the payment fail. If it has been
 * paid in the meantime, it succeeds instead. Returns false if the gateway cannot be asked.
 */
export async function endPage(
  payments: Payments,
  gateway: RemoteGateway,
  attempt: PaymentRow,
): Promise<boolean> {
  if (attempt.status !== 'pending' || attempt.session === null) return true
  const answer = await orNull(timeoutsFor(payments, attempt.id), () =>
    gateway.cancel(attemptOf(payments, attempt)),
  )
  if (!answer) return false
  const said = answer.outcome === 'declined' ? { ...answer, reason: REASON } : answer
  await applyGatewayAnswer(payments, { attempt, answer: said })
  return true
}
