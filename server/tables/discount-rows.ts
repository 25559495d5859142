/** A discount, with a code or by itself. The migration `0044_discounts.sql` explains the columns. */
export type DiscountRow = {
  id: string
  /** In the form that `normalCode` returns, or null for a discount that customers get by themselves. */
  code: string | null
  name: string
  kind: 'percent' | 'amount' | 'delivery'
  value: number | null
  chosen: string | null
  from_subtotal_cents: number | null
  from_day: string | null
  until_day: string | null
  max_uses: number | null
  max_per_person: number | null
  is_first_order: 0 | 1
  used: number
  created_at: number
  ended_at: number | null
}

/** What a payment got off by a discount. `number` is null once the use was given back. */
export type DiscountUseRow = {
  id: string
  discount_id: string
  payment_id: string
  person: string
  number: number | null
  goods_cents: number
  delivery_cents: number
  created_at: number
}
