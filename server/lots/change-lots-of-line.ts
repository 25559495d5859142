import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import type { LotChoices } from '#contract/orders/lots.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { LotRow } from '#server/tables/lot-rows.ts'
import { deleteUses, insertUses, leftOf, lockCoffee, usesOf, weighedLines } from './pack-lots.ts'
import type { WeighedLine } from './pack-lots.ts'

/** How many lots are offered for a line. */
const MAX_CHOICES = 100

/**
 * Lists the lots that a line has and the newest ones from which it can be packed, the oldest first, with what is left of
 * them without this line.
 */
export async function listChoices({ read }: ShopDatabase, id: string): Promise<LotChoices | Problem> {
  const line = await findLine(read, id)
  if (!line) return new Problem('not-found')
  const rows = await read
    .selectFrom('lots')
    .leftJoin('lot_uses', (join) =>
      join.onRef('lot_uses.lot_id', '=', 'lots.id').on('lot_uses.line_id', '=', id),
    )
    .select(['lots.id', 'name', 'roasted_on', 'roasted_grams', 'used_grams', 'grams'])
    .where('product_id', '=', line.coffee)
    .where(({ eb, or, and, ref }) =>
      or([
        eb('grams', 'is not', null),
        and([eb('is_used_up', '=', 0), eb('used_grams', '<', ref('roasted_grams'))]),
      ]),
    )
    .orderBy(({ eb }) => eb('grams', 'is', null))
    .orderBy('roasted_on', 'desc')
    .orderBy('lots.id', 'desc')
    .limit(MAX_CHOICES)
    .execute()
  const oldestFirst = rows.toSorted((a, b) => (a.roasted_on + a.id < b.roasted_on + b.id ? -1 : 1))
  return {
    grams: line.grams,
    lots: oldestFirst.map((lot) => ({
      _id: lot.id,
      name: lot.name,
      roastedOn: lot.roasted_on,
      left: lot.roasted_grams - lot.used_grams + (lot.grams ?? 0),
    })),
  }
}

function findLine(db: Db, id: string): Promise<WeighedLine | undefined> {
  return weighedLines(db).where('cart_items.id', '=', id).executeTakeFirst()
}

/**
 * Changes the lots of a line while its order is packed and not sent. With two lots, the second gives what the first lacks.
 * Returns a problem that says how much is left if that is too little.
 */
export function changeLotsOfLine(
  database: ShopDatabase,
  caller: Caller,
  { id, lots: chosen }: { id: string; lots: string[] },
): Promise<Modified | Problem> {
  return database.write(async ({ tx, publish }) => {
    const line = await findLine(tx, id)
    if (!line) return new Problem('not-found')
    const order = await lockPackedOrder(tx, id)
    if (!order)
      return new Problem('state-conflict', { detail: 'The order is not packed, or is sent already.' })
    await lockCoffee(tx, line.coffee)
    const before = await deleteUses(tx, [id])
    const kept = new Set(before.map(({ lot_id }) => lot_id))
    const found = await findLots(tx, line.coffee, chosen)
    const lots = found.filter((lot) => leftOf(lot) > 0 && (lot.is_used_up === 0 || kept.has(lot.id)))
    if (lots.length < chosen.length)
      return new Problem('state-conflict', { detail: 'Nothing is left of this lot. Choose another one.' })
    const uses = usesOf(line, lots)
    if (lots.length > 0 && uses.length === 0) return tooLittle(line, lots)
    await insertUses(tx, uses)
    await writeAudit(tx, caller, {
      action: 'changed lots',
      subject: `Order ${order.number}`,
      detail: `${order.product_name}, ${grams(line.grams)}: ${lots.map(({ name }) => `lot ${name}`).join(' and ') || 'no lot'}`,
    })
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

/** Locks the order of a line that is packed and not sent, by an update that changes nothing. */
async function lockPackedOrder(tx: Db, lineId: string) {
  const line = await tx
    .selectFrom('cart_items')
    .select(['order_id', 'product_name'])
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow()
  const order = await tx
    .updateTable('orders')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', line.order_id)
    .where(({ eb, or, and, exists, selectFrom }) =>
      or([
        eb('state', 'in', ['packed', 'ready']),
        // A pickup is packed, but not paid, when its customer is told that it is ready.
        and([
          eb('state', '=', 'waiting'),
          exists(selectFrom('lot_uses').select('lot_id').where('line_id', '=', lineId)),
        ]),
      ]),
    )
    .returning(['number', 'user_id'])
    .executeTakeFirst()
  return order && { ...order, product_name: line.product_name }
}

/** Returns the lots of a coffee with these ids, in their order. */
async function findLots(tx: Db, coffeeId: string, ids: string[]): Promise<LotRow[]> {
  if (ids.length === 0) return []
  const lots = tx.selectFrom('lots').selectAll().where('product_id', '=', coffeeId)
  const rows = await lots.where('id', 'in', ids).execute()
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/** Returns the problem that lots have too little for a line. */
function tooLittle({ grams: need }: WeighedLine, lots: LotRow[]): Problem {
  const left = lots.map((lot) => `Lot ${lot.name} has ${grams(leftOf(lot))} left`).join(', ')
  const advice = lots.length === 1 ? 'Choose a second lot as well' : 'Choose other lots'
  return new Problem('state-conflict', { detail: `${left}, and this line needs ${grams(need)}. ${advice}.` })
}
