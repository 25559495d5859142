import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { LotRow, LotUseRow } from '#server/tables/lot-rows.ts'

/** A line to pack: its weight in grams, and the id of its coffee. A size of a coffee has the id of the coffee. */
export type WeighedLine = { id: string; grams: number; coffee: string }

/**
 * Chooses the lots of the lines of an order that is packed: for each line the oldest lot of its coffee of which enough is
 * left, or else two. A line of a coffee without lots, without a weight, or for which even two lots have too little, gets
 * none, because packing must not wait for the roast book. Lines that have a lot already keep it.
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
    const lots = await lockOpenLots(tx, id)
    const uses = (byCoffee.get(id) ?? []).flatMap((line) => {
      const chosen = chooseLots(lots, line.grams)
      for (const { lot, grams } of chosen) lot.used_grams += grams
      return chosen.map(({ lot, grams }) => ({ line_id: line.id, lot_id: lot.id, grams }))
    })
    await insertUses(tx, uses)
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
 * Locks the lots of a coffee from which can be packed, by an update that changes nothing, and returns them, the oldest
 * first. Until the transaction ends, no other one can pack from them.
 */
export async function lockOpenLots(tx: Db, coffeeId: string): Promise<LotRow[]> {
  const lots = await tx
    .updateTable('lots')
    .set(({ ref }) => ({ used_grams: ref('used_grams') }))
    .where('product_id', '=', coffeeId)
    .where('is_used_up', '=', 0)
    .where('used_grams', '<', ({ ref }) => ref('roasted_grams'))
    .returningAll()
    .execute()
  return lots.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
}

function ageOf({ roasted_on, id }: LotRow): string {
  return roasted_on + id
}

export function leftOf({ roasted_grams, used_grams }: LotRow): number {
  return roasted_grams - used_grams
}

type Chosen = { lot: LotRow; grams: number }

/** Chooses the first lot with enough, or else the first two with enough together, or none. */
function chooseLots(lots: LotRow[], grams: number): Chosen[] {
  const single = lots.find((lot) => leftOf(lot) >= grams)
  if (single) return [{ lot: single, grams }]
  const open = lots.filter((lot) => leftOf(lot) > 0)
  for (const [at, lot] of open.entries()) {
    const rest = grams - leftOf(lot)
    const second = open.slice(at + 1).find((other) => leftOf(other) >= rest)
    if (second)
      return [
        { lot, grams: leftOf(lot) },
        { lot: second, grams: rest },
      ]
  }
  return []
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

/** Deletes what lines with these ids are packed from. */
export async function deleteUses(tx: Db, lineIds: string[]): Promise<void> {
  if (lineIds.length === 0) return
  const uses = await tx.deleteFrom('lot_uses').where('line_id', 'in', lineIds).returningAll().execute()
  await addUsed(tx, uses, -1)
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
