import { withSeparators } from '#contract/values/money.ts'

/** An amount of dollars, as in `$12.50`. */
export function Price({ price }: { price: string }) {
  return <span className="price">${withCents(price)}</span>
}

/** `12` → `12.00`, `1234.5` → `1,234.50`. Other texts stay as they are. Only for display: the API has no separators. */
export function withCents(price: string): string {
  const [whole = '', cents] = price.split('.')
  if (!/^\d+$/.test(whole)) return price
  return withSeparators(`${whole}.${(cents ?? '').padEnd(2, '0')}`)
}
