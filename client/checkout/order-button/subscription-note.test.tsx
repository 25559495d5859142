import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageStateProvider } from '#client/lib/page-state.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import { visitorsPageState } from '#test/shop/page-state.ts'
import { SubscriptionNote } from './subscription-note.tsx'

// cast: the note reads only these fields of a quote.
const quote = {
  currency: 'EUR',
  lines: [{ _id: '1', productName: 'Lungo', price: 1000, everyWeeks: 2 }],
  offers: [],
  totals: null,
} as unknown as Quote

function noteFor(payment: 'instant' | 'stripe', paysAtOnce = false): string {
  return renderToString(
    <PageStateProvider value={visitorsPageState({ paysAtOnce })}>
      <SubscriptionNote quote={quote} payment={payment} />
    </PageStateProvider>,
  )
}

test('an order that costs nothing says that its subscription is paid by transfer', () => {
  const note = noteFor('instant')
  expect(note).toContain('no card is saved')
  expect(note).toContain('ask for the transfer')
  expect(note).not.toContain('You allow the shop to save your card')
})

test('an order by card, and that of a shop where all orders are paid at once, say nothing of a transfer', () => {
  for (const other of [noteFor('stripe'), noteFor('instant', true)]) expect(other).not.toContain('transfer')
})
