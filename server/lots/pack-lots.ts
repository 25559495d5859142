import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { LotRow, LotUseRow } from '#server/tables/lot-rows.ts'

/** A line to pack: its weight in grams, and the id of its coffee. A size of a coffee has the id of the coffee. */
export type WeighedLine = { id: string; grams: number; coffee: string }

/**
 * Chooses the lots of the lines of an order that is packed: for each line the oldest lot of its coffee of which enough is
 * left, or else the two of which the most is left. A line of a coffee without lots, without a weight, or for which even
 * two lots have too little, gets none, because packing must not wait for the roast book. Lines that have a lot already
 * keep it.
 */
export async function packFromLots(tx: Db, paymentId: string): Promise<void> {
  const lines = await weighedLines(tx)
    .where('cart_items.payment_id', '=', paymentId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('lot_uses').select('lot_id').whereRef('line_id', '=', 'cart_items.id'))),
    )
    .execute()
  const byCoffee = Map.groupBy(lines, (line) => line.coffee)
  for (const id of [...byCoffee.keys()].toSorted()) {
    await lockCoffee(tx, id)
    for (const line of byCoffee.get(id) ?? []) await insertUses(tx, usesOf(line, await chooseLots(tx, line)))
  }
}

/** A size of a coffee is packed from the lots of the coffee. */
const coffee = sql<string>`COALESCE(products.coffee_id, products.id)`

/** Selects the lines with a weight whose coffee has lots, the oldest first. */
export function weighedLines(db: Db) {
  return db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select(['cart_items.id', 'cart_items.weight_grams as grams', coffee.as('coffee')])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('lots').select('lots.id').where('lots.product_id', '=', coffee)),
    )
    .where('cart_items.weight_grams', '>', 0)
    .$narrowType<{ grams: number }>()
    .orderBy('cart_items.id')
}

/**
 * Locks a coffee by an update that changes nothing. Until the transaction ends, no other one can pack from its lots or
 * correct them.
 */
export async function lockCoffee(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('products')
    .set(({ ref }) => ({ rating: ref('rating') }))
    .where('id', '=', id)
    .execute()
}

const left = sql<number>`roasted_grams - used_grams`

/** Returns the oldest lot with enough for a line, or else the two of which the most is left, the older one first. */
async function chooseLots(tx: Db, { coffee: id, grams }: WeighedLine): Promise<LotRow[]> {
  const open = tx.selectFrom('lots').selectAll().where('product_id', '=', id).where('is_used_up', '=', 0)
  const enough = open.where(left, '>=', grams).orderBy('roasted_on').orderBy('id').limit(1)
  const single = await enough.execute()
  if (single.length > 0) return single
  const fullest = await open.where(left, '>', 0).orderBy(left, 'desc').orderBy('id').limit(2).execute()
  return fullest.toSorted((a, b) => (a.roasted_on + a.id < b.roasted_on + b.id ? -1 : 1))
}

export function leftOf({ roasted_grams, used_grams }: LotRow): number {
  return roasted_grams - used_grams
}

/** Splits the weight of a line between lots: each gives what the ones before it lack. Returns none if they have too little. */
export function usesOf({ id, grams: need }: WeighedLine, lots: LotRow[]): LotUseRow[] {
  let missing = need
  const uses = lots.map((lot) => {
    const taken = Math.min(leftOf(lot), missing)
    missing -= taken
    return { line_id: id, lot_id: lot.id, grams: taken }
  })
  return missing > 0 ? [] : uses.filter(({ grams }) => grams > 0)
}

/** Inserts what lines are packed from, and adds it to what is used of these lots. The caller has locked them. */
export async function insertUses(tx: Db, uses: LotUseRow[]): Promise<void> {
  if (uses.length === 0) return
  await tx.insertInto('lot_uses').values(uses).execute()
  await addUsed(tx, uses, 1)
}

/** Gives back what the lines of an order were packed from: it is unpacked, cancelled, or refunded before it was sent. */
export async function unpackLots(tx: Db, paymentId: string): Promise<void> {
  const lines = await tx.selectFrom('cart_items').select('id').where('payment_id', '=', paymentId).execute()
  await deleteUses(
    tx,
    lines.map(({ id }) => id),
  )
}

/** Deletes what lines with these ids are packed from, and returns it. */
export async function deleteUses(tx: Db, lineIds: string[]): Promise<LotUseRow[]> {
  if (lineIds.length === 0) return []
  const uses = await tx.deleteFrom('lot_uses').where('line_id', 'in', lineIds).returningAll().execute()
  await addUsed(tx, uses, -1)
  return uses
}

async function addUsed(tx: Db, uses: LotUseRow[], sign: 1 | -1): Promise<void> {
  const byLot = Map.groupBy(uses, ({ lot_id }) => lot_id)
  for (const [id, some] of [...byLot].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const grams = some.reduce((sum, use) => sum + use.grams, 0) * sign
    await tx
      .updateTable('lots')
      .set(({ eb }) => ({ used_grams: eb('used_grams', '+', grams) }))
      .where('id', '=', id)
      .execute()
  }
}
