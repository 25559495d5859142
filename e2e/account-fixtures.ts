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

type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

function callerFor(
  request: APIRequestContext,
  { origin, ...headers }: { origin: string; authorization?: string },
): Person['call'] {
  return async (name, input) => {
    // Every input type of the contract has these properties and no others.
    const { params = {}, query = {}, body } = input as Sent
    const [method = '', path = ''] = name.split(' ')
    const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params[field] ?? ''))
    const address = `${origin}/api${filled}`
    const response = await request.fetch(address, {
      method,
      params: query,
      headers: { origin, 'x-forwarded-for': newAddress(), ...headers },
      ...(body !== undefined && { data: body }),
    })
    if (!response.ok()) throw new Error(`${name} returned ${response.status()}: ${await response.text()}`)
    return response.json()
  }
}

/** Returns an address for one request, so that the tests' sign-ups do not share the limit of one address. */
function newAddress(): string {
  return `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
}
