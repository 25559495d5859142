import { demoAccounts } from '#contract/values/demo.ts'
import { pick, request } from '../load.ts'
import type { Load } from '../load.ts'
import type { Caller, OpenShop } from '../shop/bench-shop.ts'
import { addRequest, buyThree, checkOutThree } from '../shop/buying.ts'
import { productPage } from '../shop/product-page.ts'

/**
 * An API call whose throughput is compared with a limit: the throughput of a simpler program on the same machine.
 * `goal` is the lowest acceptable ratio of the shop's throughput to the limit.
 */
export type TimedCall = {
  name: string
  goal: number
  limit: 'node:http' | 'pgbench' | 'argon2id'
  clients: number
  visit: (shop: OpenShop) => Load['visit'] | Promise<Load['visit']>
}

const CLIENTS = 32
const brotli = { 'accept-encoding': 'br' }
const { email, password } = demoAccounts.shopper

export const timedCalls: TimedCall[] = [
  read('GET / (brotli)', 0.6, () => [request('GET /', brotli)]),
  read('GET / (304)', 0.6, async (shop) => [request('GET /', { ...brotli, ...(await ifChanged(shop)) })]),
  read('GET product page, as a guest (brotli)', 0.6, async (shop) => [
    request(`GET ${await productPage(shop)}`, brotli),
  ]),
  read('GET /api/allCoffee', 0.6, () => [request('GET /api/allCoffee', brotli)]),
  read('GET /api/allPacket', 0.6, () => [request('GET /api/allPacket', brotli)]),
  read('GET /api/coffeeDetails/{id}', 0.5, ({ shoppers, brand }) =>
    asEach(shoppers, () => `GET /api/coffeeDetails/${brand._id}`),
  ),
  read('GET /api/bagDetails/{id}', 0.5, ({ shoppers, packetId }) =>
    asEach(shoppers, () => `GET /api/bagDetails/${packetId}`),
  ),
  read('GET /api/myCarts, 20 rows, 1,000 shoppers', 0.35, ({ shoppers }) =>
    asEach(shoppers, (shopper) => `GET /api/myCarts?email=${shopper.email}`),
  ),
  read('GET /api/allProducts?limit=50', 0.1, ({ admins }) =>
    admins.map(({ authorization }) => request('GET /api/allProducts?limit=50', { authorization })),
  ),
  write('POST /api/orders', 0.4, ({ buyers, product }) =>
    inTurn(buyers.map((buyer) => addRequest(buyer, product))),
  ),
  write(
    'buy three, pay all: orders',
    0.15,
    ({ buyers, product }) =>
      (client, number) =>
        buyThree(pick(buyers, client + number * CLIENTS), product),
  ),
  {
    name: 'sign-in',
    goal: 0.8,
    limit: 'argon2id',
    // The shop hashes at most two passwords at once. With four clients, two further requests are always waiting, so
    // that the shop never has to wait for the next password.
    clients: 4,
    visit: ({ origin }) => inTurn([request('POST /api/auth/sign-in', { origin }, { email, password })]),
  },
]

/** A checkout in a shop that `makeReal` has turned into a real one. */
export const checkoutCall = write(
  'check out three, with address and delivery: orders',
  0.05,
  ({ buyers, product }) =>
    (client, number) =>
      checkOutThree(pick(buyers, client + number * CLIENTS), product),
)

type Requests = (shop: OpenShop) => Buffer[] | Promise<Buffer[]>

function read(name: string, goal: number, requests: Requests): TimedCall {
  const visit = async (shop: OpenShop) => inTurn(await requests(shop))
  return { name, goal, limit: 'node:http', clients: CLIENTS, visit }
}

function write(name: string, goal: number, visit: TimedCall['visit']): TimedCall {
  return { name, goal, limit: 'pgbench', clients: CLIENTS, visit }
}

/**
 * Returns a function that starts a visit (a series of requests by one client) of one request. All clients together go
 * through the list of requests from its start to its end, again and again.
 */
function inTurn(requests: Buffer[]): Load['visit'] {
  return function* (client, number) {
    yield pick(requests, client + number * CLIENTS)
  }
}

function asEach(callers: Caller[], lineOf: (caller: Caller) => string): Buffer[] {
  return callers.map((caller) => request(lineOf(caller), { ...brotli, authorization: caller.authorization }))
}

async function ifChanged({ origin }: OpenShop): Promise<Record<string, string>> {
  const home = await fetch(origin, { headers: brotli })
  await home.arrayBuffer()
  return { 'if-none-match': String(home.headers.get('etag')) }
}
