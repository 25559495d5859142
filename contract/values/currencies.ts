/*
 * The currencies of the shop. The number of decimals is written down here, because `Intl` does not have those of ISO
 * 4217 everywhere: V8 says 0 for HUF, where ISO 4217 and Stripe say 2. The server and all browsers must use the same.
 */

/** The currency of a shop until its owner chooses another one, as its code in ISO 4217. */
export const DEFAULT_CURRENCY = 'USD'

const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'

const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'

/**
 * Returns how many decimals amounts of a currency have by ISO 4217: 2 for `USD`, 0 for `JPY`, 3 for `KWD`. Throws a
 * `RangeError` if `currency` does not consist of three letters.
 */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (!/^[A-Z]{3}$/i.test(currency)) throw new RangeError(`Not the code of a currency: ${currency}`)
  const code = currency.toUpperCase()
  if (WITHOUT_DECIMALS.includes(code)) return 0
  return WITH_THREE_DECIMALS.includes(code) ? 3 : 2
}

let current = DEFAULT_CURRENCY

/**
 * Returns the currency of the shop. A process serves one shop and a browser's page shows one, so this is a value of the
 * process, like its time zone. The currency cannot be changed after the first sale.
 */
export function shopCurrency(): string {
  return current
}

/**
 * Sets the currency of the shop: on the server when the shop is opened and when an admin changes the currency, and in
 * the browser when a page is loaded.
 */
export function setShopCurrency(currency: string): void {
  current = currency
}
