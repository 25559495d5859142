/** A lot: what was roasted of one coffee on a day. The migration `0047_lots.sql` explains the columns. */
export type LotRow = {
  id: string
  product_id: string
  name: string
  roasted_on: string
  green_grams: number
  roasted_grams: number
  used_grams: number
  is_used_up: 0 | 1
  stock_id: string | null
  supplier: string
  due_diligence: string
  note: string
  user_id: string
  request_id: string
  created_at: number
}

/** How much of a lot a line of an order was packed from. */
export type LotUseRow = { line_id: string; lot_id: string; grams: number }
