import type { ProductStock, Stock, StockChange } from '#contract/selling/stock.ts'
import { MAX_STOCK } from '#contract/values/limits.ts'
import { words } from './texts.ts'

/**
 * What an admin has chosen and typed. `use` is `none`, `bags`, `newPool` or `pool <id>`. `amount` is text: `30` is the
 * new amount, `+20` and `-2` are changes of the old one. An empty amount changes
 * nothing, and is not possible for a stock that does not exist yet.
 */
export type StockInput = { use: string; poolName: string; amount: string }

export type StockErrors = { poolName?: string; amount?: string }

const POOL = 'pool '

/** Returns the value of `use` for the stock that a product has now. */
export function choiceOf(stock: Stock | undefined): string {
  if (!stock) return 'none'
  return stock.unit === 'bags' ? 'bags' : POOL + stock._id
}

export function choiceOfPool({ _id }: Stock): string {
  return POOL + _id
}

/**
 * Returns the unit of the stock that the admin has chosen, and how much is left in it: 0 if the stock does not exist
 * yet. Returns null if the admin has chosen no stock.
 */
export function shownStock(
  { stock, pools }: ProductStock,
  use: string,
): Pick<Stock, 'unit' | 'remaining'> | null {
  if (use === 'none') return null
  if (use === choiceOf(stock) && stock) return stock
  if (use === 'bags') return { unit: 'bags', remaining: 0 }
  return pools.find((pool) => choiceOfPool(pool) === use) ?? { unit: 'grams', remaining: 0 }
}

/**
 * Converts the input to the body of the request, or returns what is wrong with the input. The body contains the
 * difference to the amount that the panel shows, so that a sale in the meantime is not undone. `key` must be another one
 * for each change, and the same one if a change is sent again.
 */
export function readStock(shown: ProductStock, input: StockInput, key: string): StockChange | StockErrors {
  const before = shown.stock?._id ?? null
  const left = shownStock(shown, input.use)
  if (!left) return { use: 'none', shown: before }
  const base = { shown: before, key }
  if (input.amount.trim() === '' && isNew(shown, input.use)) return { amount: words.firstAmount[left.unit] }
  const change = readAmount(input.amount, left.remaining)
  if (typeof change === 'string') return { amount: change }
  if (input.use === 'bags') return { use: 'bags', ...base, change }
  if (input.use.startsWith(POOL))
    return { use: 'pool', ...base, change, poolId: input.use.slice(POOL.length) }
  const name = input.poolName.trim()
  if (name === '') return { poolName: words.poolNameRequired }
  return { use: 'newPool', ...base, change, name }
}

/** Returns whether the chosen stock does not exist yet. Without an amount its product would be sold out at once. */
export function isNew({ stock }: ProductStock, use: string): boolean {
  return use === 'newPool' || (use === 'bags' && stock?.unit !== 'bags')
}

/**
 * Returns the difference between the typed amount and `remaining`, or an error message. A typed number with a sign is
 * itself the difference.
 */
function readAmount(text: string, remaining: number): number | string {
  const [, sign, digits] = /^([+-]?)(\d*)$/.exec(text.replaceAll(/[\s,]/g, '').replace('−', '-')) ?? []
  if (digits === undefined || (digits === '' && sign !== '')) return words.amountProblem
  if (digits === '') return 0
  const change = sign === '' ? Number(digits) - remaining : Number(`${sign}${digits}`)
  if (Math.abs(change) > MAX_STOCK) return words.amountProblem
  return remaining + change < 0 ? words.tooLittle : change
}
