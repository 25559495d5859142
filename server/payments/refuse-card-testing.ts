import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { BY_HAND, isByHand } from '#contract/selling/gateways.ts'
import { firstIdAt, now } from '#server/platform/clock.ts'
import { networksOf } from '#server/platform/http/address.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { deleteDeclines } from './count-declines.ts'

/** The time in milliseconds within which unpaid attempts to pay are counted. */
export const WITHIN_MS = 60 * 60_000

/** The maximum numbers of unpaid attempts within that time, of a person and of a network. */
const MAX_UNPAID = { ofPerson: 5, ofNetwork: 10 }

/** Returns the network by which attempts are counted: the widest, because its owner can use all addresses in it. */
export function networkOf(ip: string): string {
  return networksOf(ip).at(-1) ?? ip
}

/**
 * Returns the problem `too-many-attempts` if a person or a network has made too many attempts like this one, on a gateway's
 * page or by hand, without paying, or has ordered for nothing too often. Thieves try stolen cards in shops, and each attempt
 * would cost the shop a fee and its good name with banks. The orders of guests by hand or for nothing would take the stock.
 * `ids` are those of the person. On PostgreSQL, transactions that call this run one after the other.
 */
export async function refuseTooMany(
  tx: Db,
  { gateway, network, amount_cents }: Pick<PaymentRow, 'gateway' | 'network' | 'amount_cents'>,
  ids: string[],
): Promise<Problem | null> {
  await tx
    .updateTable('counters')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'card attempts')
    .execute()
  const since = now() - WITHIN_MS
  const attempts = tx
    .selectFrom('payments')
    .select(sql<number>`cast(COUNT(*) as bigint)`.as('attempts'))
    .where('created_at', '>', since)
  const unpaid = attempts.where('gateway', isByHand(gateway) ? 'in' : 'not in', BY_HAND)
  // Ids begin with the time, so the free orders of the last hour are found with the index of the ids.
  const free = attempts.where('amount_cents', '=', 0).where('id', '>=', firstIdAt(since))
  const isFree = amount_cents === 0
  const unpaidOfPerson = unpaid.where(({ or, eb }) =>
    or([eb('status', '=', sql.lit('failed')), eb('status', '=', sql.lit('pending'))]),
  )
  const ofPerson = await (isFree ? free : unpaidOfPerson).where('user_id', 'in', ids).executeTakeFirst()
  const ofNetwork = await (isFree ? free : unpaid.where('status', '!=', 'succeeded'))
    .where('network', '=', network)
    .executeTakeFirst()
  const isTooMuch =
    (ofPerson?.attempts ?? 0) >= MAX_UNPAID.ofPerson || (ofNetwork?.attempts ?? 0) >= MAX_UNPAID.ofNetwork
  return isTooMuch ? new Problem('too-many-attempts') : null
}

/** Erases the networks of payments that do not count any more, and the counters of declined cards of those that have ended. */
export async function eraseAttempts({ write }: ShopDatabase): Promise<void> {
  await write(async ({ tx }) => {
    await tx
      .updateTable('payments')
      .set({ network: null })
      .where('network', 'is not', null)
      .where('created_at', '<=', now() - WITHIN_MS)
      .execute()
    await deleteDeclines(tx)
  })
}
