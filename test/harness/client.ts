import type { NewOrder, OrderItem } from '#contract/cart.ts'
import type { Brand, CoffeeDetails } from '#contract/catalogue.ts'
import type { Quote } from '#contract/selling/checkout.ts'

const TIMEOUT_MS = 60_000
const PASSWORD = 'two sugars'

type Place = { url: string }

/** The method and the path of a request. */
export type Call = `${'GET' | 'POST' | 'PUT'} /${string}`

/**
 * What a request contains. `from` is the IP address of the client, sent in a header as a proxy would send it. A request
 * with a body is JSON.
 */
export type Sent = { body?: object; from?: string; cookie?: string; token?: string }

/** A response. `answer` is its JSON, or null if it is none, and `cookie` is the `Cookie` header for the next request. */
export type Received<A> = { status: number; text: string; answer: A; cookie: string }

/** A person with an account, a session and an access token. `from` is the IP address from which they come. */
export type Person = { email: string; cookie: string; token: string; from: string }

/**
 * Sends a request as a page of the shop would send it. `status` is 0 if no response came, for example because the
 * connection was lost.
 */
export async function ask<A = unknown>({ url }: Place, call: Call, sent: Sent = {}): Promise<Received<A>> {
  const [method = '', path = ''] = call.split(' ')
  const headers = { origin: url, ...headersOf(sent) }
  const options = { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
  const body = sent.body && { body: JSON.stringify(sent.body) }
  try {
    const response = await fetch(url + path, { ...options, ...body })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0])
    return {
      status: response.status,
      text,
      answer: JSON.parse(isJson ? text : 'null'),
      cookie: set.join('; '),
    }
  } catch {
    return { status: 0, text: '', answer: JSON.parse('null'), cookie: '' }
  }
}

function headersOf({ body, from, cookie, token }: Sent): Record<string, string> {
  return {
    ...(body && { 'content-type': 'application/json' }),
    ...(from && { 'x-forwarded-for': from }),
    ...(cookie && { cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
}

/** Signs in and requests an access token. Throws if the shop refuses. */
export async function signIn(
  shop: Place,
  { email, password, from = '' }: { email: string; password: string; from?: string },
): Promise<Person> {
  const { cookie } = await must(ask(shop, 'POST /api/auth/sign-in', { body: { email, password }, from }))
  return { email, cookie, from, token: await newToken(shop, { email, cookie, from }) }
}

/** Signs up a new account, as the page for signing up does. Throws if the shop refuses. */
export async function signUp(shop: Place, index: number, from = ''): Promise<Person> {
  const email = `load${index}@people.example`
  const body = { name: 'Load', email, password: PASSWORD }
  const { cookie } = await must(ask(shop, 'POST /api/auth/sign-up', { body, from }))
  await must(ask(shop, 'POST /api/users', { body: { name: 'Load', email }, from, cookie }))
  return { email, cookie, from, token: await newToken(shop, { email, cookie, from }) }
}

/** The account of a person of `signUp`, with which they can sign in. */
export const accountOf = ({ email }: Person) => ({ email, password: PASSWORD })

/** Requests an access token for a session. Throws if the shop refuses. */
export async function newToken(shop: Place, { email, cookie, from }: Omit<Person, 'token'>): Promise<string> {
  const path = `GET /api/jwt?email=${encodeURIComponent(email)}` as const
  return (await must(ask<{ accessToken: string }>(shop, path, { cookie, from }))).answer.accessToken
}

async function must<A>(sending: Promise<Received<A>>): Promise<Received<A>> {
  const received = await sending
  if (received.status !== 200) throw new Error(`A request got ${received.status}: ${received.text}`)
  return received
}

/** Returns what a request that adds the first coffee of the shop to the cart of a person says. */
export async function firstLine(shop: Place, person: Person): Promise<NewOrder> {
  const { answer: brands } = await must(ask<Brand[]>(shop, 'GET /api/allCoffee', person))
  const details = await must(ask<CoffeeDetails>(shop, `GET /api/coffeeDetails/${brands[0]?._id}`, person))
  const [coffee] = details.answer.coffees
  if (!coffee) throw new Error('The demo shop has no coffee.')
  const { _id: productId, name: productName, img, price, ratting } = coffee
  return { productId, productName, img, price, ratting, email: person.email, customer: 'Load' }
}

export function askForCart(shop: Place, person: Person): Promise<Received<OrderItem[]>> {
  return ask(shop, `GET /api/myCarts?email=${encodeURIComponent(person.email)}`, person)
}

/**
 * Pays in the checkout for these lines of the cart, which are picked up. Returns the response to the quote if that failed.
 * After a checkout that began, `url` is the page of the gateway.
 */
export async function checkOut(
  shop: Place,
  person: Person,
  lines: string[],
): Promise<Received<{ url?: string } | null>> {
  const methodId = 'pickup'
  const asked = { ...person, body: { lines, country: null, methodId } }
  const quote = await ask<Quote>(shop, 'POST /api/checkout/quote', asked)
  if (quote.status !== 200) return { ...quote, answer: null }
  const { totals, offers } = quote.answer
  const promise = offers.find(({ id }) => id === methodId)?.promise ?? null
  const body = { lines, methodId, address: null, note: '', promise, total: totals?.total ?? 0 }
  return ask(shop, 'POST /api/checkout', { ...person, body })
}
