import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { visitorsPageState } from '#test/shop/page-state.ts'
import { Price, PriceBefore } from './price.tsx'

test.each([
  ['USD', '12.50', '$12.50'],
  ['EUR', '1234.50', '€1,234.50'],
  ['JPY', '1250', '¥1,250'],
  ['KWD', '1.250', 'KWD\u00a01.250'],
])('a price in %s is shown with its sign and decimals', (currency, price, shown) => {
  expect(render(<Price price={price} />, currency)).toBe(`<span class="price">${shown}</span>`)
})

test('the price before a reduction is crossed out and explained in words, and missing without a reduction', () => {
  const before = render(<PriceBefore was="15.00" />, 'EUR')
  expect(before).toContain('<s>€15.00</s>')
  expect(before.replaceAll(/<[^>]*>/g, '')).toBe(', was €15.00, lowest price of the 30 days before')
  expect(render(<PriceBefore was={undefined} />, 'EUR')).toBe('')
})

function render(element: ReactElement, currency: string): string {
  const page = <PageStateProvider value={visitorsPageState({ currency })}>{element}</PageStateProvider>
  return renderToStaticMarkup(page)
}
