import type { Brand } from '#contract/catalogue.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { LIVE_PATH } from '#contract/values/live.ts'
import { pick, request, runLoad } from '../load.ts'
import type { Visit } from '../load.ts'
import type { Caller, OpenShop } from '../shop/bench-shop.ts'
import { addRequest, buyThree, insertedId } from '../shop/buying.ts'

/**
 * Each of these constants has the number of clients of one kind, and the requests per second of all clients of that
 * kind together. The clients keep the shop busy but do not overload it: in an overloaded shop everything waits for the
 * processor, which would hide what causes a stall. `EDITOR` sends two requests for each edit, so it makes one edit per
 * second. `FILTERER` sends its next request as soon as it has received a response.
 */
const READERS = { clients: 12, perSecond: 600 }
const ADDERS = { clients: 8, perSecond: 200 }
const PAYERS = { clients: 4, perSecond: 130 }
const EDITOR = { clients: 1, perSecond: 2 }
const FILTERER = { clients: 1 }

/**
 * API paths that filter the dashboard's tables by what an admin types. Some filters match few rows, others very many.
 */
const FILTERED = [
  '/allProducts?limit=50&email=shopper00000',
  '/allProducts?limit=50&email=shopper&name=coffee%2012&sort=price',
  '/allProducts?limit=50&name=coffee%20&payment=NOT%20OK&sort=email',
  '/allProducts?limit=50&email=unknown&name=coffee&sort=price',
  '/fullProducts?limit=50&name=shopper%207',
  '/fullProducts?limit=50&email=shopper&name=shopper%20&sort=total',
  '/allUser?limit=50&email=shopper0000&name=shopper%209&sort=name',
]
/**
 * The API paths that the dashboard requests when it is opened, and again after every server-sent event about orders.
 */
const DASHBOARD = ['/glance', '/allProducts?limit=50', '/fullProducts?limit=50']

/**
 * Puts a shop under load for some seconds. Shoppers read, add lines to their carts and pay. An admin edits a brand
 * and filters tables, while an open dashboard is updated live and an export is downloaded.
 */
export async function runMixedLoad(shop: OpenShop, seconds: number): Promise<void> {
  const { port, product, shoppers, buyers } = shop
  const admin = pick(shop.admins, 0)
  const adding = (client: number, number: number) =>
    addAndRemove(pick(shoppers, client + number * ADDERS.clients), shop)
  const signal = AbortSignal.timeout(seconds * 1000)
  await Promise.all([
    runLoad({ port, seconds, ...READERS, visit: reading(shoppers) }),
    runLoad({ port, seconds, ...ADDERS, visit: adding }),
    runLoad({ port, seconds, ...PAYERS, visit: (client) => buyThree(pick(buyers, client), product) }),
    runLoad({ port, seconds, ...EDITOR, visit: () => edit(admin) }),
    runLoad({ port, seconds, ...FILTERER, visit: (_, number) => read(admin, pick(FILTERED, number)) }),
    untilAborted(watch(shop, signal)),
    untilAborted(download(shop, signal)),
  ])
}

/**
 * Returns a function that starts a visit of one request. Three of four visits read something that is the same for all
 * users, and the fourth reads a cart.
 */
function reading(shoppers: Caller[]): (client: number, number: number) => Visit {
  const pages = ['/', '/api/allCoffee', '/api/allPacket']
  return function* (client, number) {
    const page = pages[(client + number) % 4]
    const { email, authorization } = pick(shoppers, client + number * READERS.clients)
    if (page) yield request(`GET ${page}`, { 'accept-encoding': 'br' })
    else yield request(`GET /api/myCarts?email=${email}`, { authorization })
  }
}

/** Adds a product to a cart and removes it again, so that carts do not grow. */
function* addAndRemove(shopper: Caller, { product }: OpenShop): Visit {
  const id = insertedId(yield addRequest(shopper, product))
  yield request(`DELETE /api/orderDelete/${id}`, { authorization: shopper.authorization })
}

function* edit({ email, authorization }: Caller): Visit {
  const response = yield request('GET /api/allCoffee')
  const brands: Brand[] = JSON.parse(response.body())
  const { _id, ...brand } = pick(brands, 0)
  const changed = { ...brand, email, ratting: (brand.ratting % 5) + 1 }
  yield request(`PUT /api/coffeeBrand/${_id}`, { authorization }, changed)
}

function* read({ authorization }: Caller, path: string): Visit {
  yield request(`GET /api${path}`, { authorization })
}

async function watch({ origin, session, ...shop }: OpenShop, signal: AbortSignal): Promise<void> {
  const { body } = await fetch(`${origin}/api${LIVE_PATH}`, { headers: session, signal })
  for await (const chunk of body ?? [])
    if (Buffer.from(chunk).includes('event: orders'))
      await Promise.all(DASHBOARD.map((path) => shop.read(path)))
}

/** Downloads the export of ordered lines again and again. Rejects when `signal` aborts. */
async function download({ origin, session }: OpenShop, signal: AbortSignal): Promise<never> {
  for (;;) {
    const address = `${origin}/api${EXPORT_PATHS.products}?email=shopper`
    const response = await fetch(address, { headers: session, signal })
    if (!response.ok) throw new Error(`The export responded with ${response.status}.`)
    for await (const _chunk of response.body ?? []);
  }
}

async function untilAborted(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
  })
}
