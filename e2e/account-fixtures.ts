import { randomUUID } from 'node:crypto'
import { request as requests } from '@playwright/test'
import type { APIRequestContext } from '@playwright/test'
import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { test as shopTest } from './shop-fixture.ts'

export { expect } from './shop-fixture.ts'

/** A person with an account. `call` sends API requests as this person, without a page. It throws if the response is an error. */
export type Person = {
  name: string
  email: string
  password: string
  call: <N extends CallName>(name: N, input: Input<Calls[N]>) => Promise<Answer<Calls[N]>>
}

/** Tests with accounts. `shopper` is new and signed in on `page`. `seller` is the demo admin and has no page. */
export const test = shopTest.extend<{ shopper: Person; seller: Person }>({
  shopper: async ({ page, shop }, use) => use(await signUp(page.request, shop.url)),
  seller: async ({ request, shop }, use) => use(await signIn(request, shop.url, demoAccounts.admin)),
})

type Account = Omit<Person, 'call'>

/** Returns the data of an account that does not exist yet. */
export function newAccount(name = 'Nia Cole'): Account {
  return { name, email: `nia.${randomUUID().slice(0, 13)}@people.example`, password: 'two sugars' }
}

/** Signs up. The browser context of `request` is then signed in. `origin` is the shop's. */
export async function signUp(
  request: APIRequestContext,
  origin: string,
  account: Account = newAccount(),
): Promise<Person> {
  const { name, email, password } = account
  const call = callerFor(request, { origin })
  await call('POST /auth/sign-up', { body: { name, email, password } })
  await call('POST /users', { body: { name, email } })
  return { ...account, call: await withToken(request, { origin, email }) }
}

/** Signs up without signing in any browser context of the test. `origin` is the shop's. */
export async function createAccount(origin: string, account: Account = newAccount()): Promise<Account> {
  const unused = await requests.newContext()
  await signUp(unused, origin, account)
  await unused.dispose()
  return account
}

/** Signs in with an existing account. The browser context of `request` is then signed in. */
export async function signIn(request: APIRequestContext, origin: string, account: Account): Promise<Person> {
  const { email, password } = account
  await callerFor(request, { origin })('POST /auth/sign-in', { body: { email, password } })
  return { ...account, call: await withToken(request, { origin, email }) }
}

async function withToken(
  request: APIRequestContext,
  { origin, email }: { origin: string; email: string },
): Promise<Person['call']> {
  const { accessToken } = await callerFor(request, { origin })('GET /jwt', { query: { email } })
  return callerFor(request, { origin, authorization: `Bearer ${accessToken}` })
}

/** Headers of every request. `authorization` has the access token. Without it, the context's cookies are sent. */
type Caller = { origin: string; authorization?: string }

type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

function callerFor(request: APIRequestContext, caller: Caller): Person['call'] {
  return async (name, input) => {
    const [method = '', path = ''] = name.split(' ')
    // Every input type of the contract has these properties and no others.
    const sent = input as Sent
    const address = `${caller.origin}/api${fillIn(path, sent)}`
    const message = { method, ...messageOf(sent, caller) }
    const sendsCookies = !caller.authorization || path.startsWith('/auth/')
    const { status, text } = sendsCookies
      ? await sendWithCookies(request, address, message)
      : await send(address, message)
    if (status >= 400) throw new Error(`${name} returned ${status}: ${text}`)
    return JSON.parse(text)
  }
}

function fillIn(path: string, { params = {}, query = {} }: Sent): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params[field] ?? ''))
  return `${filled}?${new URLSearchParams(query)}`
}

function messageOf({ body }: Sent, caller: Caller): Omit<Message, 'method'> {
  const headers = { ...caller, 'x-forwarded-for': newAddress() }
  if (body === undefined) return { headers }
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

type Message = { method: string; headers: Record<string, string>; body?: string }
type Reply = { status: number; text: string }

async function sendWithCookies(
  request: APIRequestContext,
  address: string,
  { body: data, ...message }: Message,
): Promise<Reply> {
  const response = await request.fetch(address, { ...message, ...(data !== undefined && { data }) })
  return { status: response.status(), text: await response.text() }
}

/** Sends no cookies. The tests send thousands of requests, and those of Playwright take more processor time. */
async function send(address: string, message: Message): Promise<Reply> {
  const response = await fetch(address, message)
  return { status: response.status, text: await response.text() }
}

/** Returns an address for one request, so that the tests' sign-ups do not share the limit of one address. */
function newAddress(): string {
  return `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
}
