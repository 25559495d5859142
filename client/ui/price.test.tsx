import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Price, withCents } from './price.tsx'

test.each([
  ['12', '12.00'],
  ['12.5', '12.50'],
  ['0.05', '0.05'],
  ['free', 'free'],
])('%s is shown as %s', (price, shown) => {
  expect(withCents(price)).toBe(shown)
})

test('a price is shown in dollars', () => {
  expect(renderToString(<Price price="9.5" />)).toContain('$<!-- -->9.50')
})
