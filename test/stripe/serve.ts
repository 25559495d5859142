import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { CardDeclined, Refused } from './objects.ts'
import type { Session } from './objects.ts'
import type { Account } from './account.ts'
import type { Events } from './events.ts'
import { parseForm } from './form-body.ts'
import type { Params } from './form-body.ts'
import { servePage } from './hosted-page.ts'
import type { IdempotencyKeys, Result } from './idempotency.ts'
import { list } from './lists.ts'

/** A request to Stripe, such as `POST /v1/refunds`. */
export type Request = { method: string; path: string }

/**
 * What goes wrong with a request. `down`: the connection breaks before the request is handled. `lost`: the request is
 * handled, and the connection breaks before the response. `garbled`: the request is handled, and the response cannot be
 * read. `error`: the response has status 500, and nothing is changed. `stored error`: the same, and the response to each
 * later request with the same idempotency key is this error. After a broken connection, Stripe's library
 * repeats the request half a second later, even if it is set to no retries.
 */
export type Fault = 'down' | 'lost' | 'garbled' | 'error' | 'stored error'

/** A replacement of Stripe for tests. It keeps its state in memory. A test can set `fault` to make requests fail. */
export type FakeStripe = {
  /** The URL of the replacement, for the setting `STRIPE_API_BASE`. */
  url: string
  secretKey: string
  webhookSecret: string
  account: Account
  events: Events
  keys: IdempotencyKeys
  /**
   * Every request to the API that has arrived, with its idempotency key and its time in ms since the start of the process,
   * in the order of arrival.
   */
  requests: (Request & { key: string | undefined; at: number })[]
  /** Returns what goes wrong with a request, or null if nothing does. By default nothing goes wrong. */
  fault: (request: Request) => Fault | null
  /** How long a request takes, in milliseconds. */
  delayMs: number
  close: () => Promise<void>
}

/**
 * Handles a request, which is either a call of the API by the shop, or from the customer's browser to the page for
 * paying.
 */
export async function serve(
  stripe: FakeStripe,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', stripe.url)
  const body = await text(request)
  if (url.pathname.startsWith('/pay/')) return servePage(stripe, { url, body, request, response })
  const method = request.method ?? 'GET'
  const key = request.headers['idempotency-key']
  const asked = { method, path: url.pathname, key: typeof key === 'string' ? key : undefined }
  stripe.requests.push({ ...asked, at: performance.now() })
  const fault = stripe.fault(asked)
  if (fault === 'down') return void request.socket.destroy()
  const result = await answer(stripe, {
    ...asked,
    url,
    body,
    isAuthorized: isAuthorized(stripe, request),
    fault,
  })
  if (fault === 'lost') return void request.socket.destroy()
  response.writeHead(result.status, {
    'content-type': 'application/json',
    'request-id': 'req_test',
    ...(result.isReplayed && { 'idempotent-replayed': 'true' }),
  })
  response.end(fault === 'garbled' ? '{"id": ' : JSON.stringify(result.body))
}

function isAuthorized({ secretKey }: FakeStripe, { headers }: IncomingMessage): boolean {
  return headers.authorization === `Bearer ${secretKey}`
}

type Asked = {
  method: string
  path: string
  key: string | undefined
  url: URL
  body: string
  isAuthorized: boolean
  fault: string | null
}

async function answer(stripe: FakeStripe, asked: Asked): Promise<Result> {
  try {
    if (!asked.isAuthorized) throw new Refused(401, 'Invalid API Key provided.', 'api_key_invalid')
    const failure = { status: 500, body: errorBody(new Refused(500, 'Internal.')) }
    if (asked.fault === 'error') return failure
    const run = async () => {
      if (asked.fault === 'stored error') return failure
      if (stripe.delayMs > 0) await sleep(stripe.delayMs)
      return runCall(stripe, asked)
    }
    if (asked.method !== 'POST' || asked.key === undefined) return await run()
    return await stripe.keys.run(asked.key, `${asked.path} ${asked.body}`, run)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { status: error.status, body: errorBody(error) }
  }
}

/** A declined card is a result like others, which is stored for the idempotency key. */
function runCall(stripe: FakeStripe, asked: Asked): Result {
  try {
    return { status: 200, body: structuredClone(call(stripe, asked)) }
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error
    const { status, message, code, intent } = error
    const { decline_code } = intent.last_payment_error ?? {}
    const body = { type: 'card_error', code, decline_code, message, payment_intent: intent }
    return { status, body: { error: body } }
  }
}

function errorBody({ status, code, message, param }: Refused): object {
  const type = code === 'idempotency_error' ? code : 'invalid_request_error'
  return { error: { type: status >= 500 ? 'api_error' : type, code, message, ...(param && { param }) } }
}

/** Runs one call of the API (https://docs.stripe.com/api) and returns the object that is the body of the response. */
function call({ account }: FakeStripe, { method, path, url, body }: Asked): object {
  const [, , ...parts] = path.split('/')
  const params: Params = parseForm(method === 'POST' ? body : url.search)
  const route = `${method} ${parts.join('/').replace(/(cs_test|re|pi|cus|pm)_[0-9a-f]+/, 'ID')}`
  const id = parts.find((part) => /_[0-9a-f]{24}$/.test(part)) ?? ''
  const { cards } = account
  const calls: Record<string, () => object> = {
    'POST checkout/sessions': () => account.createSession(params),
    'GET checkout/sessions/ID': () => expandSession(account, account.session(id), url),
    'POST checkout/sessions/ID/expire': () => account.expire(id),
    'GET payment_intents/ID': () => ({ ...account.intent(id), latest_charge: account.chargeOf(id) }),
    'POST payment_intents/ID': () => account.updateIntent(id, params),
    'POST payment_intents': () => cards.createIntent(params),
    'POST payment_intents/ID/cancel': () => cards.cancelIntent(id),
    'POST payment_methods/ID/detach': () => cards.detach(id),
    'POST refunds': () => account.createRefund(params),
    'GET refunds/ID': () => account.refund(id),
    'GET account': () => account.show(),
  }
  return calls[route]?.() ?? list(account, { ...params, id }, route)
}

/** Returns a session with its intent and its card, if the request expands them. */
function expandSession({ intents, cards }: Account, session: Session, { searchParams }: URL): object {
  const expanded = [...searchParams.values()]
  const intent = intents.get(session.payment_intent ?? '')
  if (!intent || !expanded.includes('payment_intent')) return session
  const method = cards.methods.get(intent.payment_method ?? '')
  const isWhole = expanded.includes('payment_intent.payment_method')
  return { ...session, payment_intent: isWhole ? { ...intent, payment_method: method } : intent }
}
