import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import type { LotChoices } from '#contract/orders/lots.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { LotRow, LotUseRow } from '#server/tables/lot-rows.ts'
import { deleteUses, insertUses, leftOf, lockOpenLots, weighedLines } from './pack-lots.ts'
import type { WeighedLine } from './pack-lots.ts'

/** Lists the lots from which a line can be packed, the oldest first, with what is left of them without this line. */
export async function listChoices({ read }: ShopDatabase, id: string): Promise<LotChoices | Problem> {
  const line = await findLine(read, id)
  if (!line) return new Problem('not-found')
  const rows = await read
    .selectFrom('lots')
    .leftJoin('lot_uses', (join) =>
      join.onRef('lot_uses.lot_id', '=', 'lots.id').on('lot_uses.line_id', '=', id),
    )
    .select(['lots.id', 'name', 'roasted_on', 'roasted_grams', 'used_grams', 'is_used_up', 'grams'])
    .where('product_id', '=', line.coffee)
    .orderBy('roasted_on')
    .orderBy('lots.id')
    .execute()
  const lots = rows.map((lot) => ({
    _id: lot.id,
    name: lot.name,
    roastedOn: lot.roasted_on,
    left: lot.roasted_grams - lot.used_grams + (lot.grams ?? 0),
    isChosen: lot.grams !== null,
    isOpen: lot.is_used_up === 0,
  }))
  return {
    grams: line.grams,
    lots: lots
      .filter(({ left, isChosen, isOpen }) => isChosen || (isOpen && left > 0))
      .map(({ _id, name, roastedOn, left }) => ({ _id, name, roastedOn, left })),
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
    await deleteUses(tx, [id])
    const open = await lockOpenLots(tx, line.coffee)
    const lots = chosen.map((lot) => open.find((one) => one.id === lot)).filter((lot) => lot !== undefined)
    if (lots.length < chosen.length)
      return new Problem('state-conflict', { detail: 'Nothing is left of this lot. Choose another one.' })
    const uses = usesOf(line, lots)
    if (uses instanceof Problem) return uses
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

/**
 * Locks the order of a line that is packed and not sent, by an update that changes nothing. A pickup that is paid later is
 * packed once its customer was told that it is ready.
 */
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
    .where(({ eb, or, and }) =>
      or([
        eb('state', 'in', ['packed', 'ready']),
        and([eb('state', '=', 'waiting'), eb('notified_at', 'is not', null)]),
      ]),
    )
    .returning(['number', 'user_id'])
    .executeTakeFirst()
  return order && { ...order, product_name: line.product_name }
}

/** Splits the weight of a line between the chosen lots. Returns a problem if they have too little. */
function usesOf({ id, grams: need }: WeighedLine, lots: LotRow[]): LotUseRow[] | Problem {
  let missing = need
  const uses = lots.map((lot) => {
    const taken = Math.min(leftOf(lot), missing)
    missing -= taken
    return { line_id: id, lot_id: lot.id, grams: taken }
  })
  if (lots.length === 0 || missing === 0) return uses.filter((use) => use.grams > 0)
  const left = lots.map((lot) => `Lot ${lot.name} has ${grams(leftOf(lot))} left`).join(', ')
  const advice = lots.length === 1 ? 'Choose a second lot as well' : 'Choose other lots'
  return new Problem('state-conflict', { detail: `${left}, and this line needs ${grams(need)}. ${advice}.` })
}
