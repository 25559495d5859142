import { expect, test, vi } from 'vitest'
import type { OrderItem } from '#contract/orders.ts'
import { Changes } from '#server/platform/database/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/tables.ts'
import { Carts } from './carts.ts'

const item: OrderItem = { _id: '1', email: 'a@b.example', customer: 'A', productName: 'Lungo', img: '', price: '1.00', ratting: 4 }

function carts(dialect: 'sqlite' | 'postgres' = 'sqlite') {
  const changes = new Changes()
  // Only these two are looked at.
  const database = { dialect, changes } as Pick<Database<Tables>, 'dialect' | 'changes'> as Database<Tables>
  return { changes, kept: new Carts(database), read: vi.fn(async () => [item]) }
}

test('a cart is read once until it changes, and each shopper has their own', async () => {
  const { changes, kept, read } = carts()
  await kept.answer('ann', read)
  await kept.answer('ann', read)
  await kept.answer('bob', read)
  expect(read).toHaveBeenCalledTimes(2)
  changes.tell({ topic: 'cart', id: 'bob' })
  await kept.answer('ann', read)
  expect(read).toHaveBeenCalledTimes(2)
  changes.tell({ topic: 'cart', id: 'ann' })
  await kept.answer('ann', read)
  expect(read).toHaveBeenCalledTimes(3)
})

test.each(['catalogue', 'lost'])('all are read anew after %s', async (topic) => {
  const { changes, kept, read } = carts()
  await kept.answer('ann', read)
  changes.tell({ topic })
  await kept.answer('ann', read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('what changes while it is read is not kept', async () => {
  const { changes, kept, read } = carts()
  await kept.answer('ann', async () => {
    changes.tell({ topic: 'cart', id: 'ann' })
    return []
  })
  await kept.answer('ann', read)
  expect(read).toHaveBeenCalledTimes(1)
})

test('long carts, and carts that other instances may change, are read each time', async () => {
  const long = carts()
  long.read.mockResolvedValue(Array.from({ length: 61 }, () => item))
  const shared = carts('postgres')
  for (const { kept, read } of [long, shared]) {
    await kept.answer('ann', read)
    await kept.answer('ann', read)
    expect(read).toHaveBeenCalledTimes(2)
  }
})
