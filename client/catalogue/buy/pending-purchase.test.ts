import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#client/identity/test-fixtures.ts'
import { publishSignOut } from '#client/lib/on-sign-out.ts'
import { isKeptHere, isPurchasePending, keepPurchase, takePurchase } from './pending-purchase.ts'

const product = { _id: 'p1', name: 'Harar', img: '/images/a.webp', price: '12.50', ratting: 4 }
const purchase = { product, choice: { grind: 'Filter', count: 3 }, page: '/bagDetails/p1/harar' }

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

test('a purchase is kept for the time of the login, and is taken once', async () => {
  keepPurchase(purchase)
  expect(isPurchasePending()).toBe(true)
  const taken = await Promise.all([takePurchase(), takePurchase()])
  expect(taken).toEqual([expect.objectContaining(purchase), null])
  expect(isPurchasePending()).toBe(false)
})

test('the tab in which a purchase was kept knows so', async () => {
  expect(isKeptHere()).toBe(false)
  keepPurchase(purchase)
  expect(isKeptHere()).toBe(true)
  vi.stubGlobal('sessionStorage', makeStorage())
  expect([isKeptHere(), isPurchasePending()]).toEqual([false, true])
})

test('a later purchase replaces an earlier one', async () => {
  keepPurchase(purchase)
  keepPurchase({ ...purchase, choice: { count: 1 } })
  expect((await takePurchase())?.choice).toEqual({ count: 1 })
})

test('a purchase is forgotten after an hour, and at a sign-out', async () => {
  keepPurchase(purchase)
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect(isPurchasePending()).toBe(false)
  expect(await takePurchase()).toBeNull()
  keepPurchase(purchase)
  publishSignOut()
  expect(isPurchasePending()).toBe(false)
})

test('an unreadable or blocked storage means that there is no purchase', async () => {
  localStorage.setItem('pending-purchase', '{')
  expect(isPurchasePending()).toBe(false)
  vi.stubGlobal('localStorage', undefined)
  keepPurchase(purchase)
  expect(await takePurchase()).toBeNull()
})
