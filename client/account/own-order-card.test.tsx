import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { RouterProvider, staticHistory } from '#client/lib/router.tsx'
import type { OwnOrder } from '#contract/orders/own-orders.ts'
import { visitorsPageState } from '#test/shop/page-state.ts'
import { OwnOrderCard } from './own-order-card.tsx'

const promised: OwnOrder = {
  _id: 'order-7',
  number: 7,
  state: 'paid',
  kind: 'pickup',
  total: '10.05',
  orderedAt: Date.UTC(2026, 10, 22),
  products: [{ name: 'Lungo', count: 1 }],
  promise: { roastOn: '2026-11-24', from: '2026-11-26', to: '2026-11-27' },
}

function cardOf(order: OwnOrder): string {
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider history={staticHistory('/account')} preload={() => undefined}>
        <PageStateProvider value={visitorsPageState()}>
          <OwnOrderCard order={order} />
        </PageStateProvider>
      </RouterProvider>
    </QueryClientProvider>,
  )
}

test.each(['paid', 'packed', 'ready'] as const)('a pickup that is %s says when it is ready', (state) => {
  expect(cardOf({ ...promised, state })).toContain('Roasted and ready on Tuesday, 24 November')
})

test.each(['paid', 'packed', 'sent'] as const)('a parcel that is %s says when it arrives', (state) => {
  const card = cardOf({ ...promised, kind: 'parcel', state })
  expect(card).toContain('Roasted on Tuesday, 24 November, with you by Friday')
})

test('a gift says whether its code was used, and not that it was delivered', () => {
  const card = cardOf({ ...promised, state: 'delivered', gift: 'unused' })
  expect([card.includes('Gift, not used yet'), card.includes('Delivered')]).toEqual([true, false])
})

test('bags of different weights are counted apart', () => {
  const products = [
    { name: 'Lungo', weight: 250, count: 2 },
    { name: 'Lungo', weight: 1000, count: 1 },
  ]
  expect(cardOf({ ...promised, products })).toContain('2 × Lungo, 250\u00a0g · Lungo, 1\u00a0kg')
})

test('an order that waits for its payment says how to pay instead of a day', () => {
  const card = cardOf({ ...promised, state: 'waiting', payLaterNote: 'IBAN PT50' })
  expect(card).toContain('IBAN PT50')
  expect(card).not.toContain('Roasted')
})

test('an order can be cancelled before it is paid, under the name of a withdrawal if that is a right', () => {
  const waiting = cardOf({ ...promised, state: 'waiting' })
  expect([waiting.includes('Cancel order'), waiting.includes('Withdraw')]).toEqual([true, false])
  const inEu = cardOf({ ...promised, state: 'waiting', canWithdraw: true })
  expect([inEu.includes('Cancel order'), inEu.includes('Withdraw from contract')]).toEqual([false, true])
  const paid = cardOf({ ...promised, canWithdraw: true })
  expect([paid.includes('Cancel order'), paid.includes('Withdraw')]).toEqual([false, true])
})
