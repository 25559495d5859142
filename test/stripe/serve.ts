import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from './objects.ts'
import type { Session } from './objects.ts'
import type { Account, Charge } from './account.ts'
import type { Events } from './events.ts'
import { parseForm, partsOf, textOf } from './form-body.ts'
import type { Item, Parameter } from './form-body.ts'
import type { IdempotencyKeys, Result } from './idempotency.ts'

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
  /** Every request to the API that has arrived, with its idempotency key, in the order of arrival. */
  requests: (Request & { key: string | undefined })[]
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
  stripe.requests.push(asked)
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

type Params = { [name: string]: Parameter }

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
      return { status: 200, body: structuredClone(call(stripe, asked)) }
    }
    if (asked.method !== 'POST' || asked.key === undefined) return await run()
    return await stripe.keys.run(asked.key, `${asked.path} ${asked.body}`, run)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { status: error.status, body: errorBody(error) }
  }
}

function errorBody({ status, code, message, param }: Refused): object {
  const type = code === 'idempotency_error' ? code : 'invalid_request_error'
  return { error: { type: status >= 500 ? 'api_error' : type, code, message, ...(param && { param }) } }
}

/**
 * Returns a list of the API. Those of sessions and balance transactions are always empty: the shop reads them only to
 * try its key.
 */
function list(account: Account, params: Params, route: string): object {
  const url = `/v1/${route.split(' ')[1]}`
  const expanded = Object.values(partsOf(params['expand']))
  const expands = expanded.includes('data.balance_transaction')
  if (
    account.forbidden.has(url.slice('/v1/'.length)) ||
    (expands && account.forbidden.has('balance_transactions'))
  )
    throw new Refused(403, 'The provided key does not have the required permissions for this endpoint.')
  const intent = textOf(params['payment_intent'])
  const lists: Record<string, () => { id: string; created: number }[]> = {
    'GET checkout/sessions': () => [],
    'GET balance_transactions': () => [],
    'GET webhook_endpoints': () => account.endpoints,
    'GET charges': () => account.charges().map((charge) => expandCharge(account, charge, expanded)),
    'GET refunds': () => (intent ? account.refundsOf(intent) : [...account.refunds.values()]),
    'GET disputes': () => [...account.disputes.values()],
    'GET radar/early_fraud_warnings': () => [...account.warnings.values()],
  }
  const read = lists[route]
  if (!read) throw new Refused(404, `Unrecognized request URL (${route}).`, 'unknown_url')
  return pageOf(read(), params, url)
}

type Entry = { id: string; created: number }

/**
 * Returns a page of a list (https://docs.stripe.com/api/pagination), newest first. `all` is in the order of creation.
 * The parameters `created`, `limit` and `starting_after` are those of Stripe.
 */
function pageOf(
  all: Entry[],
  params: Params,
  url: string,
): { object: 'list'; url: string; has_more: boolean; data: Entry[] } {
  const created = partsOf(params['created'])
  const from = Number(textOf(created['gte']) || 0)
  const to = Number(textOf(created['lt']) || Infinity)
  const found = all.filter((one) => one.created >= from && one.created < to).toReversed()
  const after = textOf(params['starting_after'])
  const start = after ? found.findIndex(({ id }) => id === after) + 1 : 0
  const end = start + Number(textOf(params['limit']) || 10)
  return { object: 'list', url, has_more: end < found.length, data: found.slice(start, end) }
}

/** Returns a charge with those of its objects that the request expands, and with the ids of the others. */
function expandCharge(account: Account, charge: Charge, expanded: Parameter[]) {
  const { payment_intent, balance_transaction } = charge
  return {
    ...charge,
    payment_intent: expanded.includes('data.payment_intent')
      ? account.intent(payment_intent)
      : payment_intent,
    balance_transaction: expanded.includes('data.balance_transaction')
      ? balance_transaction
      : (balance_transaction?.id ?? null),
  }
}

/** Runs one call of the API (https://docs.stripe.com/api) and returns the object that is the body of the response. */
function call({ account }: FakeStripe, { method, path, url, body }: Asked): object {
  const [, , ...parts] = path.split('/')
  const params: Params = parseForm(method === 'POST' ? body : url.search)
  const route = `${method} ${parts.join('/').replace(/(cs_test|re|pi)_[0-9a-f]+/, 'ID')}`
  const id = parts.find((part) => /_[0-9a-f]{24}$/.test(part)) ?? ''
  switch (route) {
    case 'POST checkout/sessions':
      return account.createSession(params)
    case 'GET checkout/sessions/ID':
      return expanded(account.session(id), url)
    case 'POST checkout/sessions/ID/expire':
      return account.expire(id)
    case 'GET payment_intents/ID':
      return { ...account.intent(id), latest_charge: account.chargeOf(id) }
    case 'POST payment_intents/ID':
      return account.updateIntent(id, params)
    case 'POST refunds':
      return account.createRefund(params)
    case 'GET refunds/ID':
      return account.refund(id)
    default:
      return list(account, params, route)
  }

  function expanded(session: ReturnType<typeof account.session>, { searchParams }: URL): object {
    const isExpanded = [...searchParams.values()].includes('payment_intent')
    const intent = session.payment_intent
    return isExpanded && intent ? { ...session, payment_intent: account.intent(intent) } : session
  }
}

type PageRequest = { url: URL; body: string; request: IncomingMessage; response: ServerResponse }

async function servePage(
  { account }: FakeStripe,
  { url, body, request, response }: PageRequest,
): Promise<void> {
  const id = url.pathname.slice('/pay/'.length)
  const session = account.sessions.get(id)
  if (!session) return void response.writeHead(404).end()
  const does = request.method === 'POST' ? new URLSearchParams(body).get('does') : null
  if (does === 'pay' && session.status === 'open') {
    account.pay(id)
    return void response.writeHead(303, { location: session.success_url }).end()
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(hostedPage(session, account.items.get(id) ?? [], does === 'decline'))
}

/** Returns the HTML of the page on which the customer pays, with buttons instead of the fields for a card. */
function hostedPage(session: Session, items: Item[], isDeclined: boolean): string {
  const rows = items
    .map(
      ({ name, amount, quantity }) =>
        `<li>${escape(name)}${quantity > 1 ? ` × ${quantity}` : ''}: ${money(amount * quantity)}</li>`,
    )
    .join('')
  const message = isDeclined ? '<p role="alert">Your card was declined.</p>' : ''
  const buttons =
    session.status === 'open'
      ? `<form method="post">
          <button name="does" value="pay">Pay</button>
          <button name="does" value="decline">Decline</button>
        </form>
        <a href="${escape(session.cancel_url)}">Back</a>`
      : '<p>This page is no longer open.</p>'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pay</title>
    <main><h1>Pay ${money(session.amount_total)}</h1><ul>${rows}</ul>${message}${buttons}</main></html>`
}

function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

function escape(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
