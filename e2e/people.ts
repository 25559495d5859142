import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { request as requests } from '@playwright/test'
import type { APIRequestContext } from '@playwright/test'
import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { test as shopTest } from './shop.ts'

export { expect } from './shop.ts'

/** Somebody with an account. `call` makes calls of the contract as them, without a page; it throws when one is refused. */
export type Person = {
  name: string
  email: string
  password: string
  call: <N extends CallName>(name: N, input: Input<Calls[N]>) => Promise<Answer<Calls[N]>>
}

/** Tests with people: `shopper` is new and signed in on `page`, `seller` is the demo admin, on no page at all. */
export const test = shopTest.extend<{ shopper: Person; seller: Person }>({
  shopper: async ({ page, shop }, use) => use(await signUp(page.request, shop.url)),
  seller: async ({ request, shop }, use) => use(await signIn(request, shop.url, demoAccounts.admin)),
})

type Account = Omit<Person, 'call'>

/** An account that nobody has yet. */
export function newAccount(name = 'Nia Cole'): Account {
  return { name, email: `nia.${randomUUID().slice(0, 13)}@people.example`, password: 'two sugars' }
}

/** Makes an account; the browser that `request` belongs to is then signed in. `origin` is the shop's address. */
export async function signUp(
  request: APIRequestContext,
  origin: string,
  account: Account = newAccount(),
): Promise<Person> {
  const { name, email, password } = account
  const call = callerFor(request, { origin })
  await patiently(() => call('POST /auth/sign-up', { body: { name, email, password } }))
  await call('POST /users', { body: { name, email } })
  return { ...account, call: await withToken(request, { origin, email }) }
}

/** From one address, where all tests come from, only so many may sign up in a while. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await work())
    } catch (error) {
      if (tries > 5 || !String(error).includes('too-many-requests')) throw error
      await sleep(5000)
    }
  }
}

/** Makes an account that is signed in nowhere. `origin` is the shop's address. */
export async function createAccount(origin: string, account: Account = newAccount()): Promise<Account> {
  const nowhere = await requests.newContext()
  await signUp(nowhere, origin, account)
  await nowhere.dispose()
  return account
}

/** Signs in with an account that is there; the browser that `request` belongs to is then signed in. */
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
    // A call's typed input is one of the shapes that may be sent.
    const { params = {}, query = {}, body } = input as Sent
    const [method = '', path = ''] = name.split(' ')
    const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params[field] ?? ''))
    const address = `${origin}/api${filled}`
    const response = await request.fetch(address, {
      method,
      params: query,
      headers: { origin, ...headers },
      ...(body !== undefined && { data: body }),
    })
    if (!response.ok()) throw new Error(`${name} answered ${response.status()}: ${await response.text()}`)
    return response.json()
  }
}
