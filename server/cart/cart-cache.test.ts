import { expect, test, vi } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { Events } from '#server/platform/database/events.ts'
import type { ShopEvent } from '#server/events.ts'
import { CartCache } from './cart.ts'

const item: OrderItem = {
  _id: '1',
  email: 'a@b.example',
  customer: 'A',
  productName: 'Lungo',
  img: '',
  price: '1.00',
  ratting: 4,
}

function carts({ isSingleInstance } = { isSingleInstance: true }) {
  const events = new Events<ShopEvent>()
  return {
    events,
    kept: new CartCache(events, isSingleInstance),
    read: vi.fn(async () => ({ items: [item], isCacheable: true })),
  }
}

test('a cart is read once until it changes, and each user has their own', async () => {
  const { events, kept, read } = carts()
  await kept.get('ann', read)
  await kept.get('ann', read)
  await kept.get('bob', read)
  expect(read).toHaveBeenCalledTimes(2)
  events.publish({ type: 'line-added', userId: 'bob' })
  await kept.get('ann', read)
  expect(read).toHaveBeenCalledTimes(2)
  events.publish({ type: 'line-added', userId: 'ann' })
  await kept.get('ann', read)
  expect(read).toHaveBeenCalledTimes(3)
})

test.each(['catalogue-changed', 'events-missed'] as const)(
  'all carts are read again after %s',
  async (type) => {
    const { events, kept, read } = carts()
    await kept.get('ann', read)
    events.publish({ type })
    await kept.get('ann', read)
    expect(read).toHaveBeenCalledTimes(2)
  },
)

test('a cart that changes while it is read is not cached', async () => {
  const { events, kept, read } = carts()
  await kept.get('ann', async () => {
    events.publish({ type: 'line-added', userId: 'ann' })
    return { items: [], isCacheable: true }
  })
  await kept.get('ann', read)
  expect(read).toHaveBeenCalledTimes(1)
})

test('long carts are not cached, nor are carts that other customers or instances may change', async () => {
  const long = carts()
  long.read.mockResolvedValue({ items: Array.from({ length: 61 }, () => item), isCacheable: true })
  const stocked = carts()
  stocked.read.mockResolvedValue({ items: [item], isCacheable: false })
  const shared = carts({ isSingleInstance: false })
  for (const { kept, read } of [long, stocked, shared]) {
    await kept.get('ann', read)
    await kept.get('ann', read)
    expect(read).toHaveBeenCalledTimes(2)
  }
})
