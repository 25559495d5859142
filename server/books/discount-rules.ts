import { COMPARE, comparedRule, money, NAMED, PAYMENTS, rule } from './rule.ts'

/** What each payment got off by discounts. `held` counts the uses that were not given back. */
const OFF = `(SELECT payment_id, sum(goods_cents) AS goods, sum(delivery_cents) AS delivery, count(number) AS held
  FROM discount_uses GROUP BY payment_id) AS off`

const READ = 'Compare it with the mail about the order, and refund what is too much.'

/** The rules of the books about discounts. */
export const discountRules = {
  /** A failed payment without an order has no lines any more. */
  discountsAreOnTheLines: rule(
    `SELECT ${NAMED}, COALESCE(off.goods, 0) AS goods, lines.discount FROM ${PAYMENTS}
     JOIN (SELECT payment_id, sum(discount_cents) AS discount, min(price_cents) AS least FROM cart_items
       WHERE payment_id IS NOT NULL GROUP BY payment_id) AS lines ON lines.payment_id = payments.id
     LEFT JOIN ${OFF} ON off.payment_id = payments.id
     WHERE lines.discount <> COALESCE(off.goods, 0) OR lines.least < 0`,
    ({ goods, discount, currency }) =>
      `got ${money(goods, currency)} off its coffees, but its lines have ${money(discount, currency)}`,
    READ,
  ),
  freeLineHasNoDiscount: comparedRule(
    'SELECT product_name, id FROM cart_items WHERE payment_id IS NULL AND discount_cents <> 0',
    ({ product_name, id }) => `Line ${id} of ${product_name} has a discount without a payment.`,
  ),
  usesAreGivenBack: rule(
    `SELECT ${NAMED}, off.held, orders.state FROM ${PAYMENTS} JOIN ${OFF} ON off.payment_id = payments.id
     WHERE (payments.status = 'failed' AND off.held > 0)
       OR (off.held = 0 AND payments.status <> 'failed' AND (orders.state IS NULL OR orders.state NOT IN ('cancelled', 'refunded'))
         AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id AND refunds.status = 'failed'))`,
    ({ held }) =>
      Number(held) > 0
        ? 'has failed, but its discount still counts as used'
        : 'has a discount, but this does not count as used',
    COMPARE,
  ),
  usesAreCounted: comparedRule(
    `SELECT discounts.name, discounts.used, COALESCE(uses.held, 0) AS held FROM discounts
      LEFT JOIN (SELECT discount_id, count(number) AS held FROM discount_uses GROUP BY discount_id) AS uses
        ON uses.discount_id = discounts.id
      WHERE discounts.used <> COALESCE(uses.held, 0) OR discounts.used > discounts.max_uses`,
    ({ name, used, held }) => `The discount ${name} counts ${used} uses, but has ${held}.`,
  ),
}
