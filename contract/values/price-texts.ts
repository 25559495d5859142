import { decimalsOf, DEFAULT_CURRENCY, shopCurrency } from './currencies.ts'
import { MAX_MINOR, sameNumberIn, toAmountText } from './money.ts'
import type { PriceProblem } from './money.ts'

const DECIMALS = {
  0: 'amount without decimals',
  2: 'amount with at most two decimals',
  3: 'amount with at most three decimals',
}

/** Returns what is wrong with the price of a product, as the rest of a sentence that begins with "Price". */
export function describePriceProblem(problem: PriceProblem): string {
  if (problem === 'zero') return 'must be more than 0'
  if (problem === 'too-large') return `is too large: the highest price is ${highestPrice()}`
  if (problem === 'too-fine') return `must end with 0, such as ${exampleAmount(1250)}`
  return `must be an ${DECIMALS[decimalsOf(shopCurrency())]}, such as ${exampleAmount(1250)}`
}

/** Returns an example of an amount as it is typed: `exampleAmount(1250)` is 12.50 in USD and 13 in JPY. */
export function exampleAmount(cents: number, currency: string = shopCurrency()): string {
  return toAmountText(sameNumberIn(cents, [DEFAULT_CURRENCY, currency]), currency)
}

function highestPrice(): string {
  const decimals = decimalsOf(shopCurrency())
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals })
  return format.format(MAX_MINOR / 10 ** decimals)
}
