import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, callAddress, errorText, setCredentials } from './api.ts'

const fetched = vi.fn<typeof fetch>()
const renew = vi.fn<() => Promise<string | null>>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  setCredentials({ token: async () => 'old', renew })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

test.each([
  ['GET /allCoffee', {}, '/api/allCoffee'],
  ['DELETE /orderDelete/{id}', { params: { id: 'a/b' } }, '/api/orderDelete/a%2Fb'],
  ['GET /user/admin/{email}', { params: { email: 'a@b.example' } }, '/api/user/admin/a%40b.example'],
  ['GET /jwt', { query: { email: 'a@b.example' } }, '/api/jwt?email=a%40b.example'],
  ['GET /coffees', { query: { roast: ['2', '3'], page: '2' } }, '/api/coffees?roast=2&roast=3&page=2'],
] as const)('%s goes to its address', (name, parts, address) => {
  expect(callAddress(name, parts)).toBe(address)
})

test('a call carries the bearer token and its parts', async () => {
  fetched.mockResolvedValueOnce(answer(200, []))
  await api('GET /myCarts', { query: { email: 'a+b@c.example' } })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/myCarts?email=a%2Bb%40c.example')
  expect(bearer(0)).toBe('Bearer old')
})

test('a refused token is renewed once and the call is repeated', async () => {
  renew.mockResolvedValueOnce('new')
  fetched.mockResolvedValueOnce(problem(401, 'not-signed-in')).mockResolvedValueOnce(answer(200, []))
  await expect(api('GET /myCarts', { query: { email: 'a@b.example' } })).resolves.toEqual([])
  expect(bearer(1)).toBe('Bearer new')
})

test('a second refusal is thrown', async () => {
  renew.mockResolvedValue('new')
  fetched.mockImplementation(async () => problem(401, 'not-signed-in'))
  await expect(api('GET /myCarts', { query: { email: 'a@b.example' } })).rejects.toMatchObject({
    status: 401,
  })
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(renew).toHaveBeenCalledTimes(1)
})

test('without a new token the refusal is thrown', async () => {
  renew.mockResolvedValueOnce(null)
  fetched.mockResolvedValueOnce(problem(401, 'not-signed-in'))
  await expect(api('GET /allCoffee')).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('other refusals renew no token', async () => {
  fetched.mockResolvedValueOnce(problem(403, 'forbidden'))
  await expect(api('GET /allCoffee')).rejects.toMatchObject({
    status: 403,
    code: 'forbidden',
    title: 'words',
  })
  expect(renew).not.toHaveBeenCalled()
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), /reach the shop/],
  ['a time-out', () => Promise.reject(new DOMException('', 'TimeoutError')), /too long/],
  ['an answer that is no problem document', async () => new Response('<html>', { status: 500 }), /our side/],
  [
    'a proxy without an instance',
    async () => new Response('<html>', { status: 502 }),
    /cannot be reached at the moment/,
  ],
  ['a problem in its own words', async () => problem(409, 'cart-full'), /^words$/],
])('%s is turned into words', async (_, respond, words) => {
  fetched.mockImplementationOnce(respond)
  const error: unknown = await api('GET /allCoffee').catch((thrown: unknown) => thrown)
  expect(errorText(error)).toMatch(words)
})

test('a bug shows no details to the person', () => {
  expect(errorText(new TypeError('x is undefined'))).toBe('Something went wrong on our side.')
})

test('a bug on the server shows the id of the request, which a person can report', async () => {
  const body = { type: 'about:blank', title: 'words', status: 500, code: 'internal', requestId: 'abc-1' }
  fetched.mockImplementationOnce(async () => answer(500, body))
  const error: unknown = await api('GET /allCoffee').catch((thrown: unknown) => thrown)
  expect(errorText(error)).toBe('words (Request abc-1)')
})

test('a response that breaks off is a lost connection, and no empty answer', async () => {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[{"_id":"a"'))
      controller.error(new TypeError('lost'))
    },
  })
  fetched.mockResolvedValueOnce(new Response(stream))
  await expect(api('GET /allCoffee')).rejects.toMatchObject({ status: 0 })
})

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status })
}

function problem(status: number, code: string): Response {
  return answer(status, { type: 'about:blank', title: 'words', status, code })
}

function bearer(call: number): string | null {
  return new Headers(fetched.mock.calls[call]?.[1]?.headers).get('authorization')
}
