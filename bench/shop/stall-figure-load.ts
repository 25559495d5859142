import { setTimeout } from 'node:timers/promises'
import { demoAccounts } from '#contract/values/demo.ts'
import { orderOf, signInAdmin, totalOf } from './bench-data.ts'
import type { Product, Shopper } from './bench-data.ts'
import { request, requestsPerSecond } from './load.ts'

/** A shop under measurement, who shops there and what they buy, and for how long. */
export type MixedLoad = { port: number; shoppers: Shopper[]; product: Product; seconds: number }

type Busy = MixedLoad & { until: number; admin: Admin }
type Admin = { cookie: string; authorization: string }

/** A busy shop that is not overrun: where everything waits for the core, stalls say nothing about what caused them. */
const READERS = 12
const READS_PER_SECOND = 600
const BUYERS = 8
const BUYS_PER_SECOND = 200
const PAYERS = 4
const BETWEEN_PAYMENTS_MS = 100

/** What is typed into the filters of the dashboard's tables: some that few rows pass, some that very many do. */
const filtered = [
  '/allProducts?limit=50&email=shopper00000',
  '/allProducts?limit=50&email=shopper&name=coffee%2012&sort=price',
  '/allProducts?limit=50&name=coffee%20&payment=NOT%20OK&sort=email',
  '/allProducts?limit=50&email=nobody&name=coffee&sort=price',
  '/fullProducts?limit=50&name=shopper%207',
  '/fullProducts?limit=50&email=shopper&name=shopper%20&sort=total',
  '/allUser?limit=50&email=shopper0000&name=shopper%209&sort=name',
]

/**
 * Shoppers read, add and pay, an administrator changes the catalogue every second, and a dashboard is open: its live
 * line, today at a glance and a table read again at each of its events, filters typed, an export running.
 */
export async function mixedLoad(load: MixedLoad): Promise<void> {
  const admin = await accessFor(load)
  const shoppers = load.shoppers.slice(PAYERS)
  const busy = { ...load, shoppers, until: performance.now() + load.seconds * 1000, admin }
  await Promise.all([
    read(busy),
    buy(busy),
    ...load.shoppers.slice(0, PAYERS).map((shopper) => pay(busy, shopper)),
    watch(busy),
    over(busy, () => filter(busy)),
    over(busy, () => download(busy)),
    over(busy, () => edit(busy)),
  ])
}

async function accessFor({ port }: MixedLoad): Promise<Admin> {
  const { email, cookie } = await signInAdmin(port)
  const { accessToken }: { accessToken: string } = JSON.parse(
    await text(`http://127.0.0.1:${port}/api/jwt?email=${email}`, { headers: { cookie } }),
  )
  return { cookie, authorization: `Bearer ${accessToken}` }
}

async function text(address: string, init: RequestInit): Promise<string> {
  const answer = await fetch(address, init)
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${said}`)
  return said
}

/** Does the work again and again while the load lasts. */
async function over({ until }: Busy, work: () => Promise<unknown>): Promise<void> {
  while (performance.now() < until) await work()
}

/** A JSON call of the API, by the administrator if nobody else is named. */
async function call<T>({ port, admin }: Busy, path: string, init: RequestInit = {}): Promise<T> {
  const headers = {
    authorization: admin.authorization,
    ...(init.body && { 'content-type': 'application/json' }),
    ...init.headers,
  }
  return JSON.parse(await text(`http://127.0.0.1:${port}/api${path}`, { ...init, headers }))
}

function read({ port, seconds, shoppers }: Busy): Promise<number> {
  const pages = ['/', '/api/allCoffee', '/api/allPacket'].map((path) =>
    request(`GET ${path}`, { 'accept-encoding': 'br' }),
  )
  const carts = shoppers.map(({ email, authorization }) =>
    request(`GET /api/myCarts?email=${email}`, { authorization }),
  )
  const next = (client: number, count: number) =>
    pages[(client + count) % 4] ?? nth(carts, client + count * READERS)
  return requestsPerSecond({ port, clients: READERS, seconds, perSecond: READS_PER_SECOND, next })
}

/** Everybody in turn puts something into their cart and takes it out again, so that carts stay as long as they are. */
function buy({ port, seconds, shoppers, product }: Busy): Promise<number> {
  const orders = shoppers.map((shopper) =>
    request('POST /api/orders', { authorization: shopper.authorization }, orderOf(shopper, product)),
  )
  const added: (string | undefined)[] = []
  const next = (client: number, count: number) => {
    const at = client + Math.floor(count / 2) * BUYERS
    const id = added[client]
    return id
      ? request(`DELETE /api/orderDelete/${id}`, { authorization: nth(shoppers, at).authorization })
      : nth(orders, at)
  }
  const heard = (client: number, body: string) => {
    const { insertedId }: { insertedId?: string } = JSON.parse(body)
    added[client] = insertedId
  }
  return requestsPerSecond({ port, clients: BUYERS, seconds, perSecond: BUYS_PER_SECOND, next, heard })
}

function nth<T>(list: T[], number: number): T {
  const found = list[number % list.length]
  if (found === undefined) throw new Error('Nobody shops here.')
  return found
}

/** Three into the cart, then all paid at once, over and over. */
async function pay(busy: Busy, shopper: Shopper): Promise<void> {
  const { email, authorization } = shopper
  const { price } = busy.product
  const post = (path: string, body: string) =>
    call<{ insertedId: string }>(busy, path, { method: 'POST', headers: { authorization }, body })
  const total = totalOf(busy.product, 3)
  await over(busy, async () => {
    const items: { _id: string; price: string }[] = []
    for (let some = 0; some < 3; some++)
      items.push({ _id: (await post('/orders', orderOf(shopper, busy.product))).insertedId, price })
    await post('/fullOrder', JSON.stringify({ email, items, total, payment: 'OK' }))
    await setTimeout(BETWEEN_PAYMENTS_MS)
  })
}

/** The dashboard's first screen, read again whenever the live line tells of orders. */
async function watch(busy: Busy): Promise<void> {
  const { port, admin, until } = busy
  const line = await fetch(`http://127.0.0.1:${port}/api/live`, {
    headers: { cookie: admin.cookie },
    signal: AbortSignal.timeout(Math.max(0, Math.ceil(until - performance.now()))),
  })
  try {
    for await (const chunk of line.body ?? []) {
      if (!Buffer.from(chunk).includes('event: orders')) continue
      await Promise.all([
        call(busy, '/glance'),
        call(busy, '/allProducts?limit=50'),
        call(busy, '/fullProducts?limit=50'),
      ])
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
  }
}

async function filter(busy: Busy): Promise<void> {
  for (const path of filtered) if (performance.now() < busy.until) await call(busy, path)
}

async function download({ port, admin, until }: Busy): Promise<void> {
  const sheet = await fetch(`http://127.0.0.1:${port}/api/export/products.csv?email=shopper`, {
    headers: { cookie: admin.cookie },
  })
  if (!sheet.ok) throw new Error(`The export answered ${sheet.status}.`)
  for await (const _chunk of sheet.body ?? []) if (performance.now() > until) break
}

type Brand = { _id: string; img: string; category_name: string; ratting: number; email: string }

async function edit(busy: Busy): Promise<void> {
  const { email } = demoAccounts.admin
  const [brand] = await call<Brand[]>(busy, `/personCoffee?email=${email}`)
  if (!brand) throw new Error('The demo shop has no brand.')
  const { _id, ...fields } = brand
  await call(busy, `/coffeeBrand/${_id}`, {
    method: 'PUT',
    body: JSON.stringify({ ...fields, ratting: (brand.ratting % 5) + 1 }),
  })
  await setTimeout(1000)
}
