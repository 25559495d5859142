import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#client/identity/test-fixtures.ts'
import { publishSignOut } from '#client/lib/on-sign-out.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import {
  addToGuestCart,
  changeRhythm,
  clearGuestCart,
  itemsOf,
  keepForLogin,
  putItem,
  readGuestCart,
  rememberPayment,
  removeItem,
  takeOutPaid,
  total,
} from './guest-cart.ts'
import { readKept, subscribeKept, writeKept } from './kept-cart.ts'

const product = { _id: 'p1', name: 'Harar', img: '/images/a.webp', price: '12.50', ratting: 4 }
const other = { ...product, _id: 'p2', name: 'Sidamo' }
const kept = () => readGuestCart()?.items ?? []
const DAY_MS = 24 * 60 * 60_000

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  clearGuestCart()
  vi.useRealTimers()
})

test('the same product with the same grind is one item, at the price that was seen last', () => {
  expect(addToGuestCart(product, { grind: 'Filter', count: 2 })).toBe(2)
  const [first] = kept()
  addToGuestCart(other, {})
  addToGuestCart({ ...product, price: '13.00' }, { grind: 'Filter' })
  addToGuestCart(product, { grind: 'Espresso' })
  expect(kept()[0]?.id).toBe(first?.id)
  expect(itemsOf(kept())).toEqual([
    { productId: 'p1', quantity: 3, price: '13.00', grind: 'Filter' },
    { productId: 'p2', quantity: 1, price: '12.50' },
    { productId: 'p1', quantity: 1, price: '12.50', grind: 'Espresso' },
  ])
})

test('no more of a product is added than is left of it, whatever its grind', () => {
  addToGuestCart({ ...product, left: 3 }, { grind: 'Filter', count: 2 })
  expect(addToGuestCart({ ...product, left: 3 }, { grind: 'Espresso', count: 2 })).toBe(1)
  expect(addToGuestCart({ ...product, left: 3 }, { grind: 'Espresso' })).toBe(0)
  expect(total(kept())).toBe(3)
})

test('the cart has no more products than that of an account', () => {
  addToGuestCart(product, {})
  const [item] = kept()
  if (item) putItem({ ...item, count: MAX_ITEMS - 1 })
  expect([addToGuestCart(other, { count: 5 }), addToGuestCart(other, {})]).toEqual([1, 0])
})

test('an item that is removed can be put back, and the cart without items is forgotten', () => {
  addToGuestCart(product, { count: 2 })
  const id = readGuestCart()?.id
  const [item] = kept()
  if (!item) throw new Error('The item is in the cart.')
  addToGuestCart(other, {})
  putItem({ ...item, count: 0 })
  putItem(item)
  expect(kept().map(({ product: { name }, count }) => [name, count])).toEqual([
    ['Sidamo', 1],
    ['Harar', 2],
  ])
  expect(readGuestCart()?.id).toBe(id)
  for (const one of kept()) removeItem(one.id)
  expect(readKept()).toBeNull()
  addToGuestCart(product, {})
  expect(readGuestCart()?.id).not.toBe(id)
})

test('a purchase for the login is kept for an hour, and a later choice replaces it', () => {
  keepForLogin(product, { grind: 'Filter', count: 3 })
  keepForLogin(other, { count: 2 })
  expect(
    keepForLogin(product, { grind: 'Filter' }).map(({ product: { name }, count }) => [name, count]),
  ).toEqual([
    ['Sidamo', 2],
    ['Harar', 1],
  ])
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect(readGuestCart()).toBeNull()
})

test('the cart of a guest is kept for weeks, and is forgotten at a sign-out', () => {
  addToGuestCart(product, {})
  vi.setSystemTime(Date.now() + 29 * DAY_MS)
  expect(kept()).toHaveLength(1)
  vi.setSystemTime(Date.now() + 2 * DAY_MS)
  expect(readGuestCart()).toBeNull()
  addToGuestCart(product, {})
  publishSignOut()
  expect(readKept()).toBeNull()
})

test('the payment of the cart is remembered until it is forgotten', () => {
  rememberPayment('pay1')
  expect(readGuestCart()).toBeNull()
  addToGuestCart(product, {})
  rememberPayment('pay1')
  addToGuestCart(other, {})
  expect(readGuestCart()?.paymentId).toBe('pay1')
  rememberPayment(undefined)
  expect(readGuestCart()?.paymentId).toBeUndefined()
})

test('a listener hears of each change until it stops', () => {
  const heard = vi.fn<() => void>()
  const stop = subscribeKept(heard)
  addToGuestCart(product, {})
  clearGuestCart()
  stop()
  addToGuestCart(product, {})
  expect(heard).toHaveBeenCalledTimes(2)
})

test('an unreadable cart is none, and a browser that forbids storage keeps one until it is reloaded', () => {
  writeKept('{')
  expect(readGuestCart()).toBeNull()
  vi.stubGlobal('localStorage', undefined)
  addToGuestCart(product, {})
  expect(kept()).toHaveLength(1)
})

test('how often an item comes can be changed, and equal items become one', () => {
  addToGuestCart(product, { everyWeeks: 2, count: 2 })
  addToGuestCart(product, {})
  addToGuestCart(product, { everyWeeks: 2 })
  expect(kept().map(({ everyWeeks, count }) => [everyWeeks, count])).toEqual([
    [2, 3],
    [undefined, 1],
  ])
  const [often, once] = kept()
  if (often) changeRhythm(often, { everyWeeks: 6 })
  expect(itemsOf(kept()).map(({ everyWeeks, quantity }) => [everyWeeks, quantity])).toEqual([
    [6, 3],
    [undefined, 1],
  ])
  if (once) changeRhythm(once, { everyWeeks: 6 })
  expect(kept()).toMatchObject([{ id: once?.id, everyWeeks: 6, count: 4 }])
  const [all] = kept()
  if (all) changeRhythm(all, { everyWeeks: undefined })
  expect(itemsOf(kept())).toEqual([{ productId: 'p1', quantity: 4, price: '12.50' }])
})

test('an item whose coffee the roaster chooses is another one, until that is no longer chosen', () => {
  addToGuestCart(product, { everyWeeks: 2, roastersChoice: true })
  addToGuestCart(product, { everyWeeks: 2 })
  expect(itemsOf(kept()).map(({ roastersChoice }) => roastersChoice)).toEqual([true, undefined])
  const [chosen] = kept()
  if (chosen) changeRhythm(chosen, { everyWeeks: 2, roastersChoice: undefined })
  expect(itemsOf(kept())).toEqual([{ productId: 'p1', quantity: 2, price: '12.50', everyWeeks: 2 }])
})

test('what is added while a payment is open is an item of its own, and is in another cart once that is paid', () => {
  addToGuestCart(product, { count: 2 })
  const cart = readGuestCart()
  rememberPayment(
    'pay1',
    kept().map(({ id }) => id),
  )
  addToGuestCart(product, {})
  addToGuestCart(other, { count: 3 })
  expect(kept().map(({ count }) => count)).toEqual([2, 1, 3])
  takeOutPaid()
  expect(itemsOf(kept()).map(({ productId, quantity }) => [productId, quantity])).toEqual([
    ['p1', 1],
    ['p2', 3],
  ])
  expect(readGuestCart()?.id).not.toBe(cart?.id)
  expect(readGuestCart()?.paymentId).toBeUndefined()
})

test('all items of a cart that an earlier version has kept with a payment are paid with it', () => {
  addToGuestCart(product, {})
  rememberPayment('pay1')
  takeOutPaid()
  expect(readGuestCart()).toBeNull()
})
