import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { setShopCurrency } from '#contract/values/money.ts'
import { Price } from './price.tsx'

afterEach(() => setShopCurrency('USD'))

test.each([
  ['USD', '12.50', '$12.50'],
  ['EUR', '1234.50', '€1,234.50'],
  ['JPY', '1250', '¥1,250'],
  ['KWD', '1.250', 'KWD\u00a01.250'],
])('a price in %s is shown with its sign and decimals', (currency, price, shown) => {
  setShopCurrency(currency)
  expect(renderToString(<Price price={price} />)).toBe(`<span class="price">${shown}</span>`)
})
