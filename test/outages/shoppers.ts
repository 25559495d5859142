import { setTimeout as sleep } from 'node:timers/promises'
import { ask, signUp } from './client.ts'
import type { Shopper } from './client.ts'
import type { Figure } from './outage.ts'

/**
 * One request of the load. `at` is the time since the start of the load and `ms` the time until the response, both in
 * ms. `status` is 0 if no response came. `code` is the code of the error in the response, or null. `lineId` is the id
 * of the cart line that the request has added.
 */
export type Sample = {
  at: number
  ms: number
  call: 'read' | 'add' | 'page'
  shopper: number
  status: number
  code: string | null
  lineId: string | null
  text: string
}

export type Load = {
  shoppers: Shopper[]
  /** Sends requests for this time, then waits for the last responses. */
  seconds: number
  perSecond: number
}

/** The lines of one cart are limited, so the load needs one shopper for about this number of added lines. */
const LINES_EACH = 150
const CALLS = ['page', 'read', 'add'] as const

/** Signs up enough shoppers for a load of this size. */
export async function signUpShoppers(
  url: string,
  { seconds, perSecond }: Omit<Load, 'shoppers'>,
): Promise<Shopper[]> {
  const count = Math.ceil((seconds * perSecond) / CALLS.length / LINES_EACH) + 5
  const shoppers: Shopper[] = []
  for (let index = 0; index < count; index++) shoppers.push(await signUp(url, index))
  return shoppers
}

/**
 * Sends requests at a constant rate, whether or not earlier ones were answered: the home page, a cart, and a line that
 * is added to a cart, in turn. Returns all requests with their results.
 */
export async function runLoad(url: string, { shoppers, seconds, perSecond }: Load): Promise<Sample[]> {
  const begin = performance.now()
  const running: Promise<Sample>[] = []
  for (let count = 0; count < seconds * perSecond; count++) {
    const due = begin + (count * 1000) / perSecond
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    running.push(sample(url, { begin, count, shoppers }))
  }
  return Promise.all(running)
}

type Turn = { begin: number; count: number; shoppers: Shopper[] }

async function sample(url: string, { begin, count, shoppers }: Turn): Promise<Sample> {
  const call = CALLS[count % CALLS.length] ?? 'read'
  const index = Math.floor(count / CALLS.length) % shoppers.length
  const shopper = shoppers[index]
  if (!shopper) throw new Error('There are no shoppers.')
  const sentAt = performance.now()
  const { status, text } = await ask(url, requestFor(call, shopper))
  return {
    at: Math.round(sentAt - begin),
    ms: Math.round(performance.now() - sentAt),
    call,
    shopper: index,
    status,
    code: /"code":"([a-z-]+)"/.exec(text)?.[1] ?? null,
    lineId: call === 'add' ? (/"insertedId":"([^"]+)"/.exec(text)?.[1] ?? null) : null,
    text: text.slice(0, 2000),
  }
}

function requestFor(call: Sample['call'], { email, token, coffee, address }: Shopper) {
  const headers = { 'authorization': `Bearer ${token}`, 'x-forwarded-for': address }
  switch (call) {
    case 'page':
      return { path: '/', headers: { 'accept': 'text/html', 'x-forwarded-for': address } }
    case 'read':
      return { path: `/api/myCarts?email=${encodeURIComponent(email)}`, headers }
    case 'add':
      return { path: '/api/orders', headers, body: { ...coffee, email, customer: 'Load' } }
  }
}

/**
 * Compares the added lines with the carts. Returns how many lines were acknowledged but are in no cart, and how many
 * more lines there are than were asked for. Both must be 0.
 */
export async function compareCarts(url: string, shoppers: Shopper[], samples: Sample[]): Promise<Figure[]> {
  let [acknowledged, lost, twice] = [0, 0, 0]
  for (const [index, { email, token, address }] of shoppers.entries()) {
    const added = samples.filter(({ call, shopper }) => call === 'add' && shopper === index)
    const path = `/api/myCarts?email=${encodeURIComponent(email)}`
    const { text } = await ask(url, {
      path,
      headers: { 'authorization': `Bearer ${token}`, 'x-forwarded-for': address },
    })
    // cast: the API contract gives the response this type.
    const ids = (JSON.parse(text) as { _id: string }[]).map(({ _id }) => _id)
    const known = added.flatMap(({ lineId }) => lineId ?? [])
    acknowledged += known.length
    lost += known.filter((id) => !ids.includes(id)).length
    twice += Math.max(0, ids.length - added.length)
  }
  return [
    { what: `acknowledged lines lost, of ${acknowledged}`, value: lost, unit: '', held: lost === 0 },
    { what: 'lines added twice', value: twice, unit: '', held: twice === 0 },
  ]
}
