import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { visitorsPageState } from '#test/shop/page-state.ts'
import { Price } from './price.tsx'

test.each([
  ['USD', '12.50', '$12.50'],
  ['EUR', '1234.50', '€1,234.50'],
  ['JPY', '1250', '¥1,250'],
  ['KWD', '1.250', 'KWD\u00a01.250'],
])('a price in %s is shown with its sign and decimals', (currency, price, shown) => {
  const page = (
    <PageStateProvider value={visitorsPageState({ currency })}>
      <Price price={price} />
    </PageStateProvider>
  )
  expect(renderToString(page)).toBe(`<span class="price">${shown}</span>`)
})
