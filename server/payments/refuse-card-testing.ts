import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { BY_HAND, isByHand } from '#contract/selling/gateways.ts'
import { now } from '#server/platform/clock.ts'
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
 * page or by hand, without paying. Thieves try stolen cards in shops, and each attempt would cost the shop a fee and its
 * good name with banks. The orders of guests by hand would reserve the stock. `ids` are those of the person. On PostgreSQL,
 * transactions that call this run one after the other.
 */
export async function refuseTooMany(
  tx: Db,
  { gateway, network }: Pick<PaymentRow, 'gateway' | 'network'>,
  ids: string[],
): Promise<Problem | null> {
  await tx
    .updateTable('counters')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'card attempts')
    .execute()
  const unpaid = tx
    .selectFrom('payments')
    .select(sql<number>`cast(COUNT(*) as bigint)`.as('attempts'))
    .where('created_at', '>', now() - WITHIN_MS)
    .where('gateway', isByHand(gateway) ? 'in' : 'not in', BY_HAND)
  const ofPerson = await unpaid
    .where('user_id', 'in', ids)
    .where(({ or, eb }) => or([eb('status', '=', sql.lit('failed')), eb('status', '=', sql.lit('pending'))]))
    .executeTakeFirst()
  const ofNetwork = await unpaid
    .where('network', '=', network)
    .where('status', '!=', 'succeeded')
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
