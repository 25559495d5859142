import type { FieldError } from '#contract/errors.ts'
import type { PriceChange, PriceRow } from '#contract/shop-management.ts'
import { describePriceProblem, findPriceProblem } from '#contract/selling/price-problems.ts'
import { choiceOf, readStock } from '../stock/stock-input.ts'

/** What an admin has typed for a product: a price, and what is left of it. */
export type RowFields = { price: string; amount: string }

/** The fields of all products, by the id of the product. */
export type PriceFields = { rows: Record<string, RowFields> }

export function toFields(rows: readonly PriceRow[]): PriceFields {
  const fields = rows.map(({ _id, price, stock }) => [_id, { price, amount: String(stock?.remaining ?? '') }])
  return { rows: Object.fromEntries(fields) }
}

/** Returns the ids of the products whose fields have other texts than the saved ones. */
export function changedIds(rows: readonly PriceRow[], typed: PriceFields): string[] {
  const saved = toFields(rows).rows
  return rows
    .map(({ _id }) => _id)
    .filter((id) => {
      const now = typed.rows[id]
      return now && (now.price.trim() !== saved[id]?.price || now.amount.trim() !== saved[id]?.amount)
    })
}

type Typed = { typed: PriceFields; currency: string; keyOf: (id: string) => string }

/**
 * Converts what was typed to the body of the request, or returns its errors, whose fields are named as in errors of the
 * server. Only what differs from the saved values is sent. `keyOf` returns the key of the change of a product's stock,
 * which stays the same when it is sent again.
 */
export function readChanges(
  rows: readonly PriceRow[],
  { typed, currency, keyOf }: Typed,
): { changes: PriceChange[]; errors: FieldError[] } {
  const changed = new Set(changedIds(rows, typed))
  const read = rows
    .filter(({ _id }) => changed.has(_id))
    .map((row) => readRow(row, typed.rows[row._id] ?? { price: row.price, amount: '' }, { currency, keyOf }))
  return { changes: read.map(({ change }) => change), errors: read.flatMap(({ errors }) => errors) }
}

function readRow(
  { _id: id, price: shown, stock }: PriceRow,
  { price, amount }: RowFields,
  { currency, keyOf }: Omit<Typed, 'typed'>,
): { change: PriceChange; errors: FieldError[] } {
  const errors: FieldError[] = []
  const change: PriceChange = { _id: id }
  const to = price.trim()
  const problem = findPriceProblem(to, currency)
  if (problem) errors.push({ field: `${id}.price`, message: describePriceProblem(problem, currency) })
  else if (to !== shown) change.price = { shown, to }
  if (!stock || amount.trim() === String(stock.remaining)) return { change, errors }
  const input = { use: choiceOf(stock), poolName: '', amount }
  const read = readStock({ stock, pools: [stock] }, input, keyOf(id))
  if ('use' in read) change.stock = read
  else errors.push({ field: `${id}.stock`, message: read.amount ?? '' })
  return { change, errors }
}
