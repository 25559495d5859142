import { decimalsOf } from '#contract/values/currencies.ts'
import { toAmountText } from '#contract/values/money.ts'

/*
 * Amounts as Stripe's API has them (https://docs.stripe.com/currencies#minor-units). They are integers in the smallest
 * unit of the currency, but for the special cases below.
 */

/** Stripe gets amounts in ISK with two decimals, which must be 00. */
const SENT_WITH_DECIMALS: ReadonlySet<string> = new Set(['ISK'])

/** Converts an amount in the smallest unit of a currency to an amount for Stripe. */
export function toStripe(minor: number, currency: string): number {
  return SENT_WITH_DECIMALS.has(currency.toUpperCase()) ? minor * 100 : minor
}

/** Converts an amount from Stripe. Stripe has the codes of currencies in lower case. */
export function fromStripe(amount: number, currency: string): number {
  return SENT_WITH_DECIMALS.has(currency.toUpperCase()) ? Math.round(amount / 100) : amount
}

/**
 * Returns a sentence for the customer if Stripe cannot charge or refund these amounts, and null if it can. The last
 * digit of an amount in a currency with three decimals must be 0.
 */
export function findAmountProblem(amounts: readonly number[], currency: string): string | null {
  if (decimalsOf(currency) !== 3) return null
  const wrong = amounts.find((minor) => minor % 10 !== 0)
  return wrong === undefined
    ? null
    : `Stripe cannot take ${toAmountText(wrong, currency)} ${currency}: the last digit must be 0.`
}
