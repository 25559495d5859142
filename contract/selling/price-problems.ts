import { AMOUNT, decimalsOf, groupedAmount, MAX_DIGITS, MAX_MINOR, toMinor } from '../values/money.ts'

/** The reasons why a text cannot be the price of a product. */
export type PriceProblem = 'not-an-amount' | 'too-large' | 'zero' | 'too-fine'

/**
 * Returns why a text that was typed in cannot be the price of a product, or null if it can. A price must be more than 0
 * and, in a currency with three decimals, end with 0.
 */
export function findPriceProblem(price: string, currency: string): PriceProblem | null {
  const cents = toMinor(price, currency)
  if (cents === 0) return 'zero'
  if (cents !== null) return isTooFine(cents, currency) ? 'too-fine' : null
  const [, whole = '', fraction = ''] = AMOUNT.exec(price.trim()) ?? []
  const decimals = decimalsOf(currency)
  const isLarge = whole.replace(/^0+/, '').length > MAX_DIGITS - decimals
  return isLarge && fraction.length <= decimals ? 'too-large' : 'not-an-amount'
}

/**
 * Returns whether an amount of a currency with three decimals does not end with 0. Cards are not charged with such
 * amounts (https://docs.stripe.com/currencies#three-decimal).
 */
export function isTooFine(minor: number, currency: string): boolean {
  return decimalsOf(currency) === 3 && minor % 10 !== 0
}

const DECIMALS = {
  0: 'amount without decimals',
  2: 'amount with at most two decimals',
  3: 'amount with at most three decimals',
}

/** Returns what is wrong with the price of a product, as the rest of a sentence that begins with "Price". */
export function describePriceProblem(problem: PriceProblem, currency: string): string {
  if (problem === 'zero') return 'must be more than 0'
  if (problem === 'too-large')
    return `is too large: the highest price is ${groupedAmount(MAX_MINOR, currency)}`
  if (problem === 'too-fine') return `must end with 0, such as ${exampleAmount(1250, currency)}`
  return `must be an ${DECIMALS[decimalsOf(currency)]}, such as ${exampleAmount(1250, currency)}`
}

/** Returns an example of an amount as it is typed: `exampleAmount(1250, currency)` is 12.50 in USD and 13 in JPY. */
export function exampleAmount(cents: number, currency: string): string {
  return (cents / 100).toFixed(decimalsOf(currency))
}
