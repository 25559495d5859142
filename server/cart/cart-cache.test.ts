import { describe, expect, test, vi } from 'vitest'
import type { OrderItem } from '#contract/cart.ts'
import { Events } from '#server/platform/database/events.ts'
import type { ShopEvent } from '#server/events.ts'
import { CartCache } from './cart-cache.ts'
import type { CartReader } from './cart-cache.ts'

const item: OrderItem = {
  _id: '1',
  email: 'a@b.example',
  customer: 'A',
  productName: 'Lungo',
  img: '',
  price: '1.00',
  ratting: 4,
}

const readOne: CartReader = async () => ({ version: '', items: [item] })

function carts({ alone } = { alone: true }) {
  const events = new Events<ShopEvent>()
  return { events, kept: new CartCache(events, alone), read: vi.fn(readOne) }
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
    return { version: '', items: [] }
  })
  await kept.get('ann', read)
  expect(read).toHaveBeenCalledTimes(1)
})

test('long carts are not cached', async () => {
  for (const alone of [true, false]) {
    const { kept, read } = carts({ alone })
    read.mockResolvedValue({ version: '1', items: Array.from({ length: 61 }, () => item) })
    await kept.get('ann', read)
    await kept.get('ann', read)
    expect(read.mock.calls).toEqual([[null], [null]])
  }
})

describe('a cart that other instances may change', () => {
  const shared = { alone: false }
  const items = [{ ...item, price: '2.00' }]

  test('is sent from the cache only if it has the same version', async () => {
    const { kept, read } = carts(shared)
    read.mockResolvedValueOnce({ version: '1', items: [item] })
    const first = await kept.get('ann', read)
    read.mockResolvedValueOnce({ version: '1', items: null })
    expect(await kept.get('ann', read)).toBe(first)
    read.mockResolvedValueOnce({ version: '2', items })
    const second = await kept.get('ann', read)
    expect(JSON.parse(second.plain.toString())).toEqual(items)
    read.mockResolvedValueOnce({ version: '2', items: null })
    expect(await kept.get('ann', read)).toBe(second)
    expect(read.mock.calls).toEqual([[null], ['1'], ['1'], ['2']])
  })

  test.each(['catalogue-changed', 'events-missed'] as const)(
    'is read as a whole after %s, also if that happens while it is read',
    async (type) => {
      const { events, kept, read } = carts(shared)
      read.mockResolvedValue({ version: '1', items: [item] })
      await kept.get('ann', read)
      events.publish({ type })
      await kept.get('ann', async (known) => {
        events.publish({ type })
        return read(known)
      })
      await kept.get('ann', read)
      expect(read.mock.calls).toEqual([[null], [null], [null]])
    },
  )
})
