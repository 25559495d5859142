import { COMPARE, NAMED, ORDERS, rule } from './rule.ts'
import type { Query } from './snapshot.ts'

/** The rules of the books about lots: what was roasted, what was packed of it, and what was added to the stock. */
export const lotRules = {
  lotsCountWhatIsPacked: async (query: Query) => {
    const rows = await query(`
      SELECT lots.name, lots.used_grams, COALESCE(uses.grams, 0) AS packed FROM lots
      LEFT JOIN (SELECT lot_id, sum(grams) AS grams FROM lot_uses GROUP BY lot_id) AS uses ON uses.lot_id = lots.id
      WHERE lots.used_grams <> COALESCE(uses.grams, 0)`)
    return rows.map(
      ({ name, used_grams, packed }) =>
        `Lot ${String(name)} counts ${String(used_grams)} g as packed, but its orders have ${String(packed)} g. ${COMPARE}`,
    )
  },
  roastedIsInStock: async (query: Query) => {
    const rows = await query(`
      SELECT lots.name, lots.roasted_grams, COALESCE(moves.amount, 0) AS added FROM lots
      LEFT JOIN (SELECT lot_id, sum(amount) AS amount FROM stock_moves WHERE lot_id IS NOT NULL GROUP BY lot_id) AS moves
        ON moves.lot_id = lots.id
      WHERE lots.stock_id IS NOT NULL AND lots.roasted_grams <> COALESCE(moves.amount, 0)`)
    return rows.map(
      ({ name, roasted_grams, added }) =>
        `Lot ${String(name)} has ${String(roasted_grams)} g, but added ${String(added)} g to the stock. Count what is there. ${COMPARE}`,
    )
  },
  unpackedOrderHasNoLot: rule(
    `SELECT ${NAMED}, orders.state, lots.name FROM ${ORDERS} JOIN cart_items ON cart_items.order_id = orders.id
     JOIN lot_uses ON lot_uses.line_id = cart_items.id JOIN lots ON lots.id = lot_uses.lot_id
     WHERE orders.state IN ('paid', 'cancelled')`,
    ({ state, name }) => `is ${state}, but lot ${name} is still packed for it`,
    COMPARE,
  ),
}
