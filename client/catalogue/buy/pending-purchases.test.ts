import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#client/identity/test-fixtures.ts'
import { publishSignOut } from '#client/lib/on-sign-out.ts'
import { isKeptHere, isPurchasePending, keepPurchase, takePurchases } from './pending-purchases.ts'

const product = { _id: 'p1', name: 'Harar', img: '/images/a.webp', price: '12.50', ratting: 4 }
const purchase = { product, choice: { grind: 'Filter', count: 3 } }
const other = { ...product, _id: 'p2', name: 'Sidamo' }

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

test('a purchase is kept for the time of the login, and is taken once', async () => {
  keepPurchase(purchase)
  expect(isPurchasePending()).toBe(true)
  const taken = await Promise.all([takePurchases(), takePurchases()])
  expect(taken).toEqual([[expect.objectContaining(purchase)], []])
  expect(isPurchasePending()).toBe(false)
})

test('the tab in which a purchase was kept knows so', async () => {
  expect(isKeptHere()).toBe(false)
  keepPurchase(purchase)
  expect(isKeptHere()).toBe(true)
  vi.stubGlobal('sessionStorage', makeStorage())
  expect([isKeptHere(), isPurchasePending()]).toEqual([false, true])
})

test('all purchases are kept, and a later choice of the same product and grind replaces the earlier one', async () => {
  keepPurchase(purchase)
  keepPurchase({ product: other, choice: { count: 2 } })
  keepPurchase({ product, choice: { grind: 'Espresso' } })
  const all = keepPurchase({ product, choice: { grind: 'Filter', count: 1 } })
  const taken = await takePurchases()
  expect(taken).toEqual(all)
  expect(taken.map(({ product: { name }, choice }) => [name, choice])).toEqual([
    ['Sidamo', { count: 2 }],
    ['Harar', { grind: 'Espresso' }],
    ['Harar', { grind: 'Filter', count: 1 }],
  ])
})

test('a purchase is forgotten after an hour, and at a sign-out', async () => {
  keepPurchase(purchase)
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect(isPurchasePending()).toBe(false)
  expect(await takePurchases()).toEqual([])
  keepPurchase(purchase)
  publishSignOut()
  expect(isPurchasePending()).toBe(false)
})

test('an unreadable or blocked storage means that there is no purchase', async () => {
  localStorage.setItem('pending-purchases', '{')
  expect(isPurchasePending()).toBe(false)
  vi.stubGlobal('localStorage', undefined)
  keepPurchase(purchase)
  expect(await takePurchases()).toEqual([])
})
