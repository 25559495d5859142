import { withSeparators } from '#contract/values/money.ts'

/** A price in dollars, such as `$12.50`. */
export function Price({ price }: { price: string }) {
  return <span className="price">${withCents(price)}</span>
}

/**
 * Formats a price for display: `12` becomes `12.00`, and `1234.5` becomes `1,234.50`. Other texts are returned
 * unchanged. Do not send the result in a request: the API does not accept thousands separators.
 */
export function withCents(price: string): string {
  const [whole = '', cents] = price.split('.')
  if (!/^\d+$/.test(whole)) return price
  return withSeparators(`${whole}.${(cents ?? '').padEnd(2, '0')}`)
}
