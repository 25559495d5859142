import { Problem } from '#contract/errors.ts'
import type { DeskSubscription } from '#contract/orders/subscriptions-desk.ts'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import type { Present } from '#server/tables/subscription-rows.ts'
import { listSubscriptions, readSubscription } from '../own/list-subscriptions.ts'
import { selectNamed } from './list-subscriptions.ts'
import type { NamedSubscription } from './list-subscriptions.ts'

/** Returns a subscription as its customer sees it, with what has become of its deliveries. */
export async function showSubscription(read: Db, id: string): Promise<DeskSubscription | Problem> {
  const one = await selectNamed(read).where('id', '=', id).executeTakeFirst()
  if (!one) return new Problem('not-found')
  const { name, email, created_at: begunAt, ended_at: endedAt, ended_reason: reason } = one
  return {
    ...(await listSubscriptions(read, { userId: one.user_id })),
    subscriptions: [await readSubscription(read, await readSelling(read), id)],
    name,
    email: shownEmail(email),
    begunAt,
    ...(endedAt !== null && { endedAt }),
    ...(reason !== null && { reason }),
    ...(await readPresent(read, one)),
    deliveries: await listDeliveries(read, id),
    first: (await findOrder(read).where('payment_id', '=', one.payment_id).executeTakeFirst()) ?? null,
  }
}

function findOrder(read: Db) {
  return read.selectFrom('orders').select(['orders.id as _id', 'number', 'orders.state'])
}

/** Lists what has become of the planned deliveries, newest first. Each one that was ordered has its order. */
async function listDeliveries(read: Db, id: string): Promise<DeskSubscription['deliveries']> {
  const rows = await read
    .selectFrom('deliveries')
    .leftJoin('orders', 'orders.payment_id', 'deliveries.renewal_id')
    .select(['deliveries.roast_on', 'deliveries.state', 'orders.id', 'number', 'orders.state as order_state'])
    .where('subscription_id', '=', id)
    .orderBy('roast_on', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ roast_on: day, state, id: _id, number, order_state }) => {
    const isOrdered = _id !== null && number !== null && order_state !== null
    return { day, state, ...(isOrdered && { order: { _id, number, state: order_state } }) }
  })
}

async function readPresent(
  read: Db,
  { present }: NamedSubscription,
): Promise<Pick<DeskSubscription, 'present'>> {
  if (present === null) return {}
  const { productId, soldOutOn }: Present = JSON.parse(present)
  const product = read.selectFrom('products').select('name').where('id', '=', productId)
  return { present: { ...(await product.executeTakeFirstOrThrow()), ...(soldOutOn && { soldOutOn }) } }
}
