import { COMPARE, comparedRule, NAMED, ORDERS, rule } from './rule.ts'

/** The rules of the books about lots: what was roasted, what was packed of it, and what was added to the stock. */
export const lotRules = {
  lotsCountWhatIsPacked: comparedRule(
    `SELECT lots.name, lots.used_grams, COALESCE(uses.grams, 0) AS packed FROM lots
      LEFT JOIN (SELECT lot_id, sum(grams) AS grams FROM lot_uses GROUP BY lot_id) AS uses ON uses.lot_id = lots.id
      WHERE lots.used_grams <> COALESCE(uses.grams, 0)`,
    ({ name, used_grams, packed }) =>
      `Lot ${name} counts ${used_grams} g as packed, but its orders have ${packed} g.`,
  ),
  roastedIsInStock: comparedRule(
    `SELECT lots.name, lots.roasted_grams, COALESCE(moves.amount, 0) AS added FROM lots
      LEFT JOIN (SELECT lot_id, sum(amount) AS amount FROM stock_moves WHERE lot_id IS NOT NULL GROUP BY lot_id) AS moves
        ON moves.lot_id = lots.id
      WHERE lots.stock_id IS NOT NULL AND lots.roasted_grams <> COALESCE(moves.amount, 0)`,
    ({ name, roasted_grams, added }) =>
      `Lot ${name} has ${roasted_grams} g, but added ${added} g to the stock. Count what is there.`,
  ),
  unpackedOrderHasNoLot: rule(
    `SELECT ${NAMED}, orders.state, lots.name FROM ${ORDERS} JOIN cart_items ON cart_items.order_id = orders.id
     JOIN lot_uses ON lot_uses.line_id = cart_items.id JOIN lots ON lots.id = lot_uses.lot_id
     WHERE orders.state IN ('paid', 'cancelled')`,
    ({ state, name }) => `is ${state}, but lot ${name} is still packed for it`,
    COMPARE,
  ),
}
