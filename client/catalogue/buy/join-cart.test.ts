import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { addToGuestCart, readGuestCart, rememberPayment } from '#client/guests/guest-cart.ts'
import { makeStorage } from '#client/identity/test-fixtures.ts'
import { MAX_AT_ONCE } from '#contract/values/limits.ts'
import { joinCart } from './join-cart.ts'

const product = { _id: 'p1', name: 'Harar', img: '/images/a.webp', price: '12.50', ratting: 4 }
const buyer = { email: 'ada@coffee.example', name: 'Ada' }

type Sent = {
  call: string
  authorization: string | null
  body: { productId: string; count?: number; price: string; requestId: string }
}

/** Answers requests with `answers`, one after the other, and then with success. Returns what was sent. */
function serve(...answers: (Response | Error)[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: RequestInit & { body?: string }) => {
    const authorization = new Headers(headers).get('authorization')
    sent.push({ call: `${method} ${url}`, authorization, body: JSON.parse(body ?? 'null') })
    const answer = answers.shift() ?? Response.json({ acknowledged: true })
    if (answer instanceof Error) throw answer
    return answer
  })
  return sent
}

const refusal = (code: string, more: object) =>
  Response.json({ type: 'about:blank', title: 'No', status: 409, code, ...more }, { status: 409 })

const join = () => joinCart(new QueryClient(), buyer, 'USD')

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => listener())
})

test('all items are added, the oldest first, and the cart of the browser is empty then', async () => {
  addToGuestCart(product, { grind: 'Filter', count: 2 })
  addToGuestCart({ ...product, _id: 'p2' }, {})
  const sent = serve()
  await join()
  expect(sent.map(({ body: { productId, count } }) => [productId, count])).toEqual([
    ['p1', 2],
    ['p2', undefined],
  ])
  expect(readGuestCart()).toBeNull()
})

test('a request whose answer was lost is sent again with the same id', async () => {
  addToGuestCart(product, {})
  const sent = serve(new TypeError('gone'))
  await join()
  expect(sent).toHaveLength(2)
  expect(new Set(sent.map(({ body }) => body.requestId)).size).toBe(1)
})

test('more pieces than a request can have are sent in several', async () => {
  addToGuestCart(product, { count: MAX_AT_ONCE })
  addToGuestCart(product, { count: 3 })
  const sent = serve()
  await join()
  expect(sent.map(({ body }) => body.count)).toEqual([MAX_AT_ONCE, 3])
  expect(new Set(sent.map(({ body }) => body.requestId)).size).toBe(2)
})

test('an item is added at its new price, and as often as it is left', async () => {
  addToGuestCart(product, { count: 3 })
  const sent = serve(refusal('price-changed', { price: '13.00' }), refusal('sold-out', { left: 2 }))
  await join()
  expect(sent.map(({ body: { price, count } }) => [price, count])).toEqual([
    ['12.50', 3],
    ['13.00', 3],
    ['13.00', 2],
  ])
  expect(readGuestCart()).toBeNull()
})

test('an item that is sold out is left out', async () => {
  addToGuestCart(product, {})
  addToGuestCart({ ...product, _id: 'p2' }, {})
  const sent = serve(refusal('sold-out', { left: 0 }))
  await join()
  expect(sent.map(({ body }) => body.productId)).toEqual(['p1', 'p2'])
  expect(readGuestCart()).toBeNull()
})

test('the cart stays in the browser while the server cannot be reached', async () => {
  addToGuestCart(product, {})
  serve(...Array.from({ length: 7 }, () => new TypeError('gone')))
  await expect(join()).rejects.toMatchObject({ code: 'network' })
  expect(readGuestCart()?.items).toHaveLength(1)
})

test('what was paid already is not added', async () => {
  addToGuestCart(product, {})
  rememberPayment('pay1')
  const sent = serve(Response.json({ status: 'paid', orderId: 'o1' }))
  await join()
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/payment/pay1'])
  expect(readGuestCart()).toBeNull()
})

test('a payment that is not completed is cancelled, and its items are added', async () => {
  addToGuestCart(product, {})
  rememberPayment('pay1')
  const sent = serve(Response.json({ status: 'checking' }), Response.json({ status: 'failed' }))
  await join()
  expect(sent.map(({ call }) => call)).toEqual([
    'GET /api/payment/pay1',
    'DELETE /api/payment/pay1',
    'POST /api/orders',
  ])
  expect(sent.slice(0, 2).map(({ authorization }) => authorization)).toEqual(['Guest', 'Guest'])
})

test('what comes again and again is added at the price of a subscriber', async () => {
  addToGuestCart(product, { everyWeeks: 2, roastersChoice: true })
  const sent = serve(Response.json({ grinds: [], subscriptions: { percentOff: 10 } }))
  await join()
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/grinds', 'POST /api/orders'])
  expect(sent.at(-1)?.body).toMatchObject({ everyWeeks: 2, roastersChoice: true, price: '11.25' })
  expect(readGuestCart()).toBeNull()
})

test('what was added after the payment joins the cart of the account, and what is paid does not', async () => {
  addToGuestCart(product, {})
  rememberPayment(
    'pay1',
    readGuestCart()?.items.map(({ id }) => id),
  )
  addToGuestCart({ ...product, _id: 'p2' }, {})
  const sent = serve(Response.json({ status: 'paid' }))
  await join()
  expect(sent.slice(1).map(({ body }) => body.productId)).toEqual(['p2'])
  expect(readGuestCart()).toBeNull()
})
