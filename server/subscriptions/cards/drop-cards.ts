import { sql } from 'kysely'
import { orNull } from '#server/payments/gateway.ts'
import type { CardPages } from '#server/payments/gateway.ts'
import { timeoutsFor } from '#server/payments/payments.ts'
import { DAY_MS, now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { MandateRow } from '#server/tables/subscription-rows.ts'
import type { CardParts } from '../change-card.ts'

/** How long the card of an ended subscription is kept, so that its customer can start it again with a mailed link: 60 days. */
const KEPT_MS = 60 * DAY_MS

/** How long a consent is kept after the card was last used: at least three years. */
const CONSENT_MS = 3 * 366 * DAY_MS

const MAX_DROPPED = 100

/**
 * Deletes the cards at their gateway that no subscription and no open charge needs any more: those that were replaced, those of
 * deleted accounts, and those of subscriptions that ended long ago. The next call tries again what has failed.
 */
export async function dropCards({ database, payments }: CardParts, signal?: AbortSignal): Promise<void> {
  await database.write(({ tx }) => revokeUnused(tx))
  for (const [name, gateway] of payments.gateways) {
    if (gateway.kind !== 'remote' || !gateway.cards) continue
    for (const mandate of await listUnneeded(database.read, name)) {
      await payments.jobTurn()
      if (signal?.aborted) return
      await dropCard({ database, payments }, gateway.cards, mandate)
    }
  }
}

async function dropCard(
  { database, payments }: CardParts,
  cards: CardPages,
  { id, user_id, customer, card }: MandateRow,
): Promise<void> {
  const timeouts = timeoutsFor(payments, `card of ${user_id}`, 'A saved card cannot be deleted')
  const isDropped = await orNull(timeouts, () => cards.drop(customer).then(() => true))
  // The id stays, so that the page on which this card was saved does not save it again. Nothing stays of a deleted account.
  const kept = card === '' ? '' : customer
  if (isDropped)
    await database.write(({ tx }) =>
      tx
        .updateTable('mandates')
        .set({ dropped_at: now(), method: null, customer: kept })
        .where('id', '=', id)
        .execute(),
    )
}

/** Deletes the consents to charge cards that were kept for three years, once their cards are deleted at the gateway. */
export async function eraseConsents({ write }: ShopDatabase): Promise<void> {
  const old = now() - CONSENT_MS
  await write(({ tx }) =>
    tx
      .deleteFrom('mandates')
      .where('revoked_at', '<', old)
      .where(({ eb, or }) => or([eb('dropped_at', 'is not', null), eb('customer', '=', '')]))
      .execute(),
  )
}

/**
 * Revokes the mandates whose subscriptions have all ended long ago. A new one has its subscription from the beginning. They are
 * locked first, as `currentMandate` does: the second statement sees a subscription that was resumed until then.
 */
async function revokeUnused(tx: Db): Promise<void> {
  const unused = tx
    .updateTable('mandates')
    .where('revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.user_id', '=', 'mandates.user_id')
            .whereRef('subscriptions.mandate_id', '=', 'mandates.id')
            .where(({ eb, or }) =>
              or([
                eb('subscriptions.state', '!=', sql.lit('ended' as const)),
                eb('subscriptions.ended_at', '>', now() - KEPT_MS),
              ]),
            ),
        ),
      ),
    )
  await unused.set(({ ref }) => ({ revoked_at: ref('revoked_at') })).execute()
  await unused.set({ revoked_at: now() }).execute()
}

function listUnneeded(db: Db, gateway: string): Promise<MandateRow[]> {
  return db
    .selectFrom('mandates')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('dropped_at', 'is', null)
    .where('revoked_at', 'is not', null)
    .where('customer', '!=', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.user_id', '=', 'mandates.user_id')
            .whereRef('payments.mandate_id', '=', 'mandates.id')
            .where('payments.status', '=', sql.lit('pending' as const)),
        ),
      ),
    )
    .orderBy('id')
    .limit(MAX_DROPPED)
    .execute()
}
