import { randomUUID } from 'node:crypto'
import { request as requests } from '@playwright/test'
import type { APIRequestContext, Page } from '@playwright/test'
import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { test as shopTest } from './shop-fixture.ts'

export { expect } from './shop-fixture.ts'

/**
 * A person with an account. `call` sends an API request as this person, without a browser page. `call` throws if the
 * response has an error status.
 */
export type Person = {
  name: string
  email: string
  password: string
  call: <N extends CallName>(name: N, input: Input<Calls[N]>) => Promise<Answer<Calls[N]>>
}

/**
 * The Playwright `test` function with two accounts. `shopper` is new and signed in on `page`. `seller` is the admin
 * of the demo shop, and no page is signed in as `seller`. `tokenFor` is for shops that confirm sign-ups by mail.
 */
export const test = shopTest.extend<{ tokenFor: TokenFor; shopper: Person; seller: Person }>({
  tokenFor: async ({}, use) => use(noMails),
  shopper: async ({ page, shop, tokenFor }, use) =>
    use(await signUp(page.request, shop.url, { ...newAccount(), tokenFor })),
  seller: async ({ request, shop }, use) => use(await signIn(request, shop.url, demoAccounts.admin)),
})

export type Account = Omit<Person, 'call'>

/** Returns a name, an unused email address and a password for a new account. */
export function newAccount(name = 'Nia Cole'): Account {
  return { name, email: `nia.n${randomUUID().slice(0, 8)}@people.example`, password: 'two sugars' }
}

/** Fills in the form of the login page that is open, and sends it. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
}

/** Returns the token in the link of the mail that confirms a sign-up with this email address. */
export type TokenFor = (email: string) => Promise<string>

const noMails: TokenFor = async () => {
  throw new Error('This shop confirms sign-ups by mail.')
}

/**
 * Signs up a new account and stores its session cookie in `request`. If `request` is `page.request`, the page is signed
 * in, too. `origin` is the origin of the shop. A shop that sends mails, and is no demo shop, needs `tokenFor`.
 */
export async function signUp(
  request: APIRequestContext,
  origin: string,
  { tokenFor = noMails, ...account }: Account & { tokenFor?: TokenFor } = newAccount(),
): Promise<Person> {
  const { name, email, password } = account
  const call = callerFor(request, { origin })
  const { user } = await call('POST /auth/sign-up', { body: { name, email, password } })
  if (!user) await call('POST /auth/confirm-sign-up', { body: { token: await tokenFor(email) } })
  await call('POST /users', { body: { name, email } })
  return { ...account, call: await withToken(request, { origin, email }) }
}

/** Signs up a new account without signing in the test's pages. `origin` is the origin of the shop. */
export async function createAccount(origin: string, account: Account = newAccount()): Promise<Account> {
  const unused = await requests.newContext()
  await signUp(unused, origin, account)
  await unused.dispose()
  return account
}

/**
 * Signs in to an existing account and stores the session cookie in `request`. If `request` is `page.request`, the
 * page is signed in, too. `origin` is the origin of the shop.
 */
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

/**
 * Headers of every request of one person. `authorization` holds the access token. A request without a token sends the
 * session cookie instead.
 */
type Caller = { origin: string; authorization?: string }

type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

function callerFor(request: APIRequestContext, caller: Caller): Person['call'] {
  return async (name, input) => {
    const [method = '', path = ''] = name.split(' ')
    // cast: the input types of the API contract have no properties but `params`, `query` and `body`.
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

/**
 * Sends a request without cookies. Node's `fetch` takes less processor time than Playwright's requests, and the tests
 * send thousands of requests.
 */
async function send(address: string, message: Message): Promise<Reply> {
  const response = await fetch(address, message)
  return { status: response.status, text: await response.text() }
}

/**
 * Returns a new IP address for the header `x-forwarded-for`. Each request gets another client address, so that the
 * tests do not reach the rate limit of one address.
 */
function newAddress(): string {
  return `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
}
