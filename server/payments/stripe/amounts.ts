import { Problem } from '#contract/errors.ts'
import { isTooFine } from '#contract/selling/price-problems.ts'
import { formatMoney, toAmountText } from '#contract/values/money.ts'

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
 * The minimum amounts of a charge, in the smallest unit of the currency
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). For other currencies Stripe converts the
 * minimum of the account's currency, and refuses smaller amounts itself.
 */
const MINIMUMS: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  JPY: 50,
  MXN: 1000,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  USD: 50,
}

/** Stripe takes amounts of at most eight digits, and more only in these currencies. */
const MAX_AMOUNT = 99_999_999
const WITHOUT_MAX: ReadonlySet<string> = new Set(['COP', 'HUF', 'IDR', 'INR', 'JPY', 'LBP'])

/** Returns a problem if Stripe cannot charge the sum of these amounts, which are in the smallest unit of a currency. */
export function findChargeProblem(amounts: readonly number[], currency: string): Problem | null {
  const total = amounts.reduce((sum, minor) => sum + minor, 0)
  const least = MINIMUMS[currency] ?? 1
  const text = (minor: number) => formatMoney(minor, currency)
  if (total < least)
    return new Problem('amount-too-small', { detail: `At least ${text(least)} can be paid online.` })
  if (toStripe(total, currency) > MAX_AMOUNT && !WITHOUT_MAX.has(currency))
    return new Problem('amount-too-large', {
      detail: `At most ${text(MAX_AMOUNT)} can be paid online at once.`,
    })
  const detail = findAmountProblem(amounts, currency)
  return detail === null ? null : new Problem('amount-not-payable', { detail })
}

/**
 * Returns a sentence if Stripe cannot charge or refund these amounts, and null if it can. The last digit of an amount in
 * a currency with three decimals must be 0.
 */
export function findAmountProblem(amounts: readonly number[], currency: string): string | null {
  const wrong = amounts.find((minor) => isTooFine(minor, currency))
  return wrong === undefined
    ? null
    : `Stripe cannot take ${toAmountText(wrong, currency)} ${currency}: the last digit must be 0.`
}
