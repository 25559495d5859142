import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { RouterProvider, staticHistory } from '#client/lib/router.tsx'
import type { Checkout } from '#contract/selling/settings.ts'
import { visitorsPageState } from '#test/shop/page-state.ts'
import { PaymentMessage } from './payment-message.tsx'

const nothing = () => undefined

const checkout: Checkout = {
  currency: 'USD',
  method: { id: 'post', name: 'Post', kind: 'parcel', note: '' },
  address: null,
  addressLines: [],
  note: '',
  promise: null,
  weightGrams: 250,
  itemsTotal: 700,
  deliveryPrice: 0,
  tax: [],
  total: 700,
}

function afterFailure(given: Partial<Checkout>): string {
  const placed = { number: null, checkout: { ...checkout, ...given }, subscribed: [] }
  return renderToString(
    <PageStateProvider value={visitorsPageState({})}>
      <RouterProvider history={staticHistory('/checkout/return/p')} preload={nothing}>
        <PaymentMessage id="p" payment={{ status: 'failed' }} placed={placed} />
      </RouterProvider>
    </PageStateProvider>,
  )
}

test('after a failed payment, the cart can be paid again', () => {
  expect(afterFailure({})).toMatch(/Your cart is as it was\..*href="\/checkout"/)
})

test('a gift is not in the cart, so its failed payment leads to the shop', () => {
  expect(afterFailure({ gift: { country: 'PT' } })).toMatch(/Nothing was charged\.<.*href="\/"/)
})
