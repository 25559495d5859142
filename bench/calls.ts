import type { Product } from '#contract/catalogue.ts'
import { DEFAULT_CURRENCY, toAmountText, toMinor } from '#contract/values/money.ts'
import { accountOf } from '#test/harness/client.ts'
import type { Person } from '#test/harness/client.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import type { OpenShop } from './bench-shop.ts'
import type { LimitName } from './limits.ts'
import type { Load, Requests } from './processes.ts'

/** A call whose throughput is compared with a limit. `floor` is the lowest acceptable ratio of the two. */
export type Call = { name: string; floor: number; limit: LimitName; clients: number; requestsOf: RequestsIn }

type RequestsIn = (shop: OpenShop) => Load['requestsOf']

const CLIENTS = 32
/** The price of the delivery in the shop of `makeReal`. */
const DELIVERY_CENTS = 2000

export const carts = read('GET /api/myCarts, 20 rows, 1,000 shoppers', 0.45, ({ shoppers }) =>
  divide(shoppers.map((shopper) => get(`/api/myCarts?email=${shopper.email}`, shopper))),
)
export const orders = write('POST /api/orders', 0.6, ({ buyers, product }) =>
  divide(buyers.map((buyer) => newLine(buyer, product))),
)

/** All calls that are measured in a demo shop. */
export const calls: Call[] = [
  read('GET / (brotli)', 0.7, () => divide([get('/')])),
  read('GET product page, as a guest (brotli)', 0.6, ({ productPath }) => divide([get(productPath)])),
  read('GET /api/allCoffee', 0.65, () => divide([get('/api/allCoffee')])),
  read('GET /api/coffeeDetails/{id}', 0.5, ({ shoppers, brand }) =>
    divide(shoppers.map((shopper) => get(`/api/coffeeDetails/${brand._id}`, shopper))),
  ),
  carts,
  read('GET /api/allProducts?limit=50', 0.12, byAdmins('/api/allProducts?limit=50')),
  orders,
  write(
    'buy three, pay all: orders',
    0.12,
    buyThree((buyer, { price }, ids) => {
      const total = toAmountText((toMinor(price, DEFAULT_CURRENCY) ?? 0) * ids.length, DEFAULT_CURRENCY)
      const items = ids.map((_id) => ({ _id, price }))
      return post('/api/fullOrder', buyer, { email: buyer.email, items, total, payment: 'OK' })
    }),
  ),
  {
    name: 'sign-in',
    floor: 0.8,
    limit: 'argon2id',
    // The shop hashes two passwords at once. With four clients, two further requests are always waiting.
    clients: 4,
    requestsOf:
      ({ url, withPassword }) =>
      (client, clients) =>
        withPassword
          .filter((_, index) => index % clients === client)
          .map((person) => {
            const { headers, ...signIn } = post('/api/auth/sign-in', person, accountOf(person))
            return { ...signIn, headers: { ...headers, 'origin': url, 'x-forwarded-for': person.from } }
          }),
  },
]

/** A checkout in a shop that `makeReal` has turned into a real one. */
export const checkout = write(
  'check out three, with address and delivery: orders',
  0.08,
  buyThree((buyer, { price }, lines) => {
    const total = (toMinor(price, DEFAULT_CURRENCY) ?? 0) * lines.length + DELIVERY_CENTS
    const body = { lines, methodId: 'post', address: lisbonAddress, note: '', total, promise: null }
    return post('/api/checkout', buyer, body)
  }),
)

function read(name: string, floor: number, requestsOf: RequestsIn): Call {
  return { name, floor, limit: 'node:http', clients: CLIENTS, requestsOf }
}

function write(name: string, floor: number, requestsOf: RequestsIn): Call {
  return { name, floor, limit: 'pgbench', clients: CLIENTS, requestsOf }
}

/** Requests a path as each admin in turn. */
export function byAdmins(path: string): RequestsIn {
  const isOwn = /\/(personCoffee|packetName|personPacket)$/.test(path)
  return ({ admins }) =>
    divide(admins.map((admin) => get(isOwn ? `${path}?email=${admin.email}` : path, admin)))
}

type Payment = (buyer: Person, product: Product, ids: string[]) => Requests[number]

/** Puts the same product into the cart three times, one after the other, and then pays for all lines at once. */
function buyThree(paymentOf: Payment): RequestsIn {
  return ({ buyers, product }) => {
    let next = 0
    return () => {
      let [buyer, ids]: [Person | undefined, string[]] = [undefined, []]
      const add: Requests[number] = {
        setupRequest: (request) => {
          if (ids.length === 0) buyer = buyers[next++ % buyers.length]
          return { ...request, ...(buyer && newLine(buyer, product)) }
        },
        onResponse: (_, body) => ids.push(JSON.parse(body).insertedId),
      }
      const pay: Requests[number] = {
        setupRequest: (request) => ({ ...request, ...(buyer && paymentOf(buyer, product, ids)) }),
        onResponse: () => (ids = []),
      }
      return [add, { ...add }, { ...add }, pay]
    }
  }
}

function newLine(buyer: Person, { _id, name, img, price, ratting }: Product): Requests[number] {
  const line = { productName: name, img, price, ratting, productId: _id }
  return post('/api/orders', buyer, { email: buyer.email, customer: 'Load', ...line })
}

function get(path: string, caller?: Person): Requests[number] {
  const authorization = caller && { authorization: `Bearer ${caller.token}` }
  return { method: 'GET', path, headers: { 'accept-encoding': 'br', ...authorization } }
}

function post(path: string, { token }: Person, body: object): Requests[number] {
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' }
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

/** Divides requests that do not depend on each other between the clients. Each client gets at least one. */
function divide(requests: Requests): Load['requestsOf'] {
  return (client, clients) => {
    const own = requests.filter((_, index) => index % clients === client)
    return own.length > 0 ? own : requests
  }
}
