import { expect, test } from 'vitest'
import { renderPage } from '#client/server-render.tsx'
import { visitorsPageState } from '#test/shop/page-state.ts'

test('the server renders the orders of a signed-in user as a whole', () => {
  const order = {
    _id: 'o7',
    number: 7,
    state: 'paid' as const,
    kind: 'parcel' as const,
    total: '12.50',
    orderedAt: Date.parse('2026-11-24T08:00:00Z'),
    products: [{ name: 'Plum', weight: 250, count: 2 }],
  }
  const user = { email: 'cora@people.example', name: 'Cora' }
  const own = { user, orders: { orders: [order], isLast: true } }
  const { html } = renderPage('/account', { ...visitorsPageState(), signedIn: true, own })
  for (const text of ['Your orders', 'Order 7', '2 × Plum', '$12.50']) expect(html).toContain(text)
  expect(html).not.toMatch(/progressbar|skeleton/)
})
