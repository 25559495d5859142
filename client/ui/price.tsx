import { withSeparators } from '#contract/values/money.ts'

/** An amount in dollars text, as `$12.50`: in the display face, in the cart and the dashboard in one with tabular figures. */
export function Price({ price }: { price: string }) {
  return <span className="price">${withCents(price)}</span>
}

/** `12` → `12.00`, `1234.5` → `1,234.50`; anything else stays as it is. Only for people: the wire has no separators. */
export function withCents(price: string): string {
  const [whole = '', cents] = price.split('.')
  if (!/^\d+$/.test(whole)) return price
  return withSeparators(`${whole}.${(cents ?? '').padEnd(2, '0')}`)
}
