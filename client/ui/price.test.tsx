import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Price, withCents } from './price.tsx'

test.each([
  ['12', '12.00'],
  ['12.5', '12.50'],
  ['0.05', '0.05'],
  ['999.9', '999.90'],
  ['1234.5', '1,234.50'],
  ['123456', '123,456.00'],
  ['9999999.99', '9,999,999.99'],
  ['free', 'free'],
])('%s is shown as %s', (price, shown) => {
  expect(withCents(price)).toBe(shown)
})

test('a price is shown in dollars', () => {
  expect(renderToString(<Price price="9.5" />)).toContain('$<!-- -->9.50')
})
