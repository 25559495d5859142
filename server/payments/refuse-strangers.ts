import { Problem } from '#contract/errors.ts'
import { BY_HAND } from '#contract/selling/gateways.ts'
import { hasConfirmedAddress } from '#server/identity/own-account.ts'
import { hasPaidBefore } from '#server/orders/place-order.ts'
import { DAY_MS, firstIdAt, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { Payments } from './payments.ts'
import { WITHIN_MS } from './refuse-card-testing.ts'

/** The unpaid attempts of the whole shop within an hour that are normal, also in a small shop that sells nothing. */
const MAX_UNPAID = 50

/** How many unpaid attempts for each paid one are normal. */
const MAX_UNPAID_PER_PAID = 5

/**
 * Returns the problem `confirm-email` if so many attempts on pages of gateways were not paid within an hour that somebody
 * tries stolen cards with many accounts from many networks, and if this person is a stranger: has neither a confirmed email
 * address nor an order that was paid before. The email address of a guest proves nothing, so only orders from the same
 * cart count.
 */
export async function refuseStranger(
  tx: Db,
  { user_id: userId }: Pick<PaymentRow, 'user_id'>,
): Promise<Problem | null> {
  const since = now() - WITHIN_MS
  const { all, paid } = await countAttempts(tx, since)
  const unpaid = all - paid
  if (unpaid <= MAX_UNPAID || unpaid <= paid * MAX_UNPAID_PER_PAID) return null
  if (await hasConfirmedAddress(tx, userId)) return null
  return (await hasPaidBefore(tx, { userId, before: since })) ? null : new Problem('confirm-email')
}

/** Counts the attempts since a time, without orders that cost nothing. Ids begin with the time, so they are found with the index of the ids. */
async function countAttempts(tx: Db, since: number): Promise<{ all: number; paid: number }> {
  const counts = await tx
    .selectFrom('payments')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('status', '=', 'succeeded').as('paid'),
    ])
    .where('id', '>=', firstIdAt(since))
    .where('created_at', '>', since)
    .where('gateway', 'not in', BY_HAND)
    .where('mandate_id', 'is', null)
    .where('amount_cents', '>', 0)
    .executeTakeFirst()
  return { all: Number(counts?.all ?? 0), paid: Number(counts?.paid ?? 0) }
}

/** The counter whose value is the time of the last warning. */
const WARNED = 'card testing warned of'

/** Tells the owner in a mail and in the log that strangers are refused, at most once a day. */
export async function warnOfCardTesting({ database, onCardTesting, log }: Payments): Promise<void> {
  const at = now()
  const isDue = await database.write(async ({ tx }) => {
    const warned = await tx
      .insertInto('counters')
      .values({ name: WARNED, value: at })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value: at })
          .where('counters.value', '<=', at - DAY_MS),
      )
      .returning('name')
      .executeTakeFirst()
    if (warned) await onCardTesting(tx)
    return warned !== undefined
  })
  if (isDue)
    log?.warn(
      `More than ${MAX_UNPAID} payments by card were not completed within an hour. Somebody may be trying stolen cards, so new customers must confirm their email address.`,
    )
}
