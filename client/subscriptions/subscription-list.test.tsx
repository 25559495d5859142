import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PERSONAL } from '#client/lib/on-sign-out.ts'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { RouterProvider, staticHistory } from '#client/lib/router.tsx'
import type { OwnSubscription, OwnSubscriptions } from '#contract/orders/subscriptions.ts'
import { visitorsPageState } from '#test/shop/page-state.ts'
import { DeliveryCost } from './delivery-cost.tsx'
import { SubscriptionList } from './subscription-list.tsx'
import { SwapDialog } from './swap-dialog.tsx'
import { words } from './texts.ts'
import { keepLink } from './use-subscriptions.ts'

const promise = { roastOn: '2026-12-08', from: '2026-12-09', to: '2026-12-10' }

const own: OwnSubscription = {
  _id: 'subscription-1',
  product: { _id: 'harar', name: 'Harar', img: '/harar.webp', weight: 250 },
  secondChoice: null,
  roastersChoice: false,
  kind: 'filter',
  grind: null,
  quantity: 2,
  price: '12.50',
  everyWeeks: 2,
  state: 'active',
  nextOn: '2026-12-08',
  firstDay: '2026-12-01',
  delivery: 'Post',
  destination: { methodId: 'post', address: null },
  ways: [{ _id: 'post', name: 'Post', kind: 'pickup', zones: [] }],
  addressLines: [],
  next: [{ day: '2026-12-08', promise, changeUntil: Date.UTC(2026, 11, 6) }],
}

const data: OwnSubscriptions = {
  subscriptions: [own],
  renewals: [],
  choices: [{ _id: 'harar', name: 'Harar', weight: 250, price: '13.00', kind: 'filter' }],
  grinds: [],
  lastDay: '2027-06-01',
}

function render(part: ReactNode): string {
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider history={staticHistory('/subscriptions')} preload={() => undefined}>
        <PageStateProvider value={visitorsPageState()}>{part}</PageStateProvider>
      </RouterProvider>
    </QueryClientProvider>,
  )
}

function listOf(subscriptions: OwnSubscription[], takesCards: boolean): string {
  const query = { data: { ...data, subscriptions, takesCards } } as UseQueryResult<OwnSubscriptions>
  return render(<SubscriptionList query={query} token="" />)
}

function dialogOf(subscription: OwnSubscription): string {
  const change = () => Promise.resolve()
  return render(<SwapDialog {...{ subscription, data, change }} token="" onClose={() => undefined} />)
}

test('what is paid by transfer can be paid by card, with the consent, if the shop takes cards', () => {
  const [offer] = words.payByCard
  const consent = 'You allow the shop to save your card'
  const [offered, refused] = [listOf([own], true), listOf([own], false)]
  expect([offered.includes(offer), offered.includes(consent)]).toEqual([true, true])
  expect([refused.includes(offer), refused.includes(consent)]).toEqual([false, false])
  const gift = listOf([{ ...own, deliveriesLeft: 3 }], true)
  const byCard = listOf([own, { ...own, _id: 'subscription-2', card: 'Visa 4242' }], true)
  expect([gift.includes(offer), byCard.includes(offer)]).toEqual([false, false])
})

test('a subscription whose way of delivery is gone says so, and offers another one in place of the days', () => {
  const lost = listOf([{ ...own, ways: [], next: [] }], false)
  expect([lost.includes(words.noWay), lost.includes(`>${words.way}<`)]).toEqual([true, true])
  expect(lost).not.toContain(words.nextDates)
  expect(listOf([own], false)).not.toContain(words.way)
})

test('the dialog asks what to send if the coffee is sold out, unless the roaster chooses', () => {
  expect(dialogOf(own)).toContain(words.secondChoice)
  expect(dialogOf({ ...own, roastersChoice: true })).not.toContain(words.secondChoice)
})

test('the dialog says what each delivery costs, that a parcel is charged, too, and of a higher price', () => {
  expect(dialogOf(own)).toContain('>Each delivery: $25.00 for the coffee.</p>')
  const zones = [{ countries: [], price: 450 }]
  const empty = { name: '', company: '', line1: '', line2: '', city: '', region: '', postcode: '' }
  const parcel: OwnSubscription = {
    ...own,
    destination: { methodId: 'post', address: { ...empty, country: 'PT', phone: '' } },
    ways: [{ _id: 'post', name: 'Post', kind: 'parcel', zones }],
    newPrice: { price: '13.00', from: Date.UTC(2026, 11, 20) },
  }
  expect(dialogOf(parcel)).toContain('Delivery is charged on top, $4.50 at the moment.')
  expect(dialogOf(parcel)).toContain('From 2026-12-20 on, a bag costs $13.00.')
  const chosen = { subscription: parcel, choices: [], productId: own.product._id, quantity: 1 }
  const other = render(<DeliveryCost {...chosen} />)
  expect([other.includes(words.deliveryByBags), other.includes('$4.50')]).toEqual([true, false])
  expect(dialogOf({ ...own, deliveriesLeft: 3 })).not.toContain('Each delivery')
})

test('the token of a mailed link is kept as what a sign-out removes, and it is not kept where the storage is blocked', () => {
  const setItem = vi.fn()
  vi.stubGlobal('sessionStorage', { setItem })
  keepLink('token')
  expect(setItem).toHaveBeenCalledWith(expect.stringMatching(`^${PERSONAL}`), 'token')
  setItem.mockImplementation(() => {
    throw new DOMException('Forbidden', 'SecurityError')
  })
  expect(() => keepLink('token')).not.toThrow()
})
