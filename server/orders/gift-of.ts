import { sql } from 'kysely'
import type { GiftState } from '#contract/values/orders/gifts.ts'

/** Selects what has become of the gift that an order or a line belongs to, or null. */
export function giftOf(table: 'orders' | 'cart_items') {
  return sql<GiftState | null>`(
    SELECT CASE WHEN subscription_id IS NOT NULL THEN 'used' WHEN code_hash IS NULL THEN 'blocked' ELSE 'unused' END
    FROM gifts WHERE gifts.payment_id = ${sql.ref(`${table}.payment_id`)})`.as('gift')
}
