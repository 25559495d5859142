import { calls } from '#contract/api.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { orderOf, totalOf } from '../shop/bench-data.ts'
import type { AdminSession, Product, Shopper } from '../shop/bench-data.ts'
import { request } from '../shop/load.ts'

/** The data of a shop that the calls use. The users of `ids.leaving` will be removed. */
export type GrowthShop = {
  admins: Shopper[]
  session: AdminSession
  product: Product
  ids: { brand: string; packet: string; order: string; people: string[]; leaving: string[] }
}

/** The input of a request: the caller, the number of the client, and the ids that were made in this turn, in order. */
export type Asked = { shop: GrowthShop; caller: Shopper; client: number; made: string[] }

/** One request. A step with a name is timed under that name. */
export type Step = { name?: string; ask: (asked: Asked) => Buffer }

/** The steps that each client repeats. A cycle always runs to its end, so that it removes what it has made. */
export type Cycle = { steps: Step[]; perSecond: number; seconds: number }

/** Less than the shop can take, so that times are not those of a queue, and less than the rate limits of a caller. */
const READS_PER_SECOND = 1500
const WRITES_PER_SECOND = 400
/** Each step gets 120 responses in a round, so that p99 is not simply the slowest one. */
const SECONDS_A_STEP = 0.3
/** Calls of the identity library take longer. This gives as many responses. */
const BY_SESSION = { perSecond: 120, secondsAStep: 1 }
const SECONDS_OF_READING = 0.5
/** `GET /glance` takes longest. */
const SECONDS_OF_GLANCES = 2
/** Hashes are slow, and sign-ups from one address are limited: one response for each client in a round. */
const ONCE = { perSecond: 1000, seconds: 0.001 }
/** Two users for each client in a round, which is as many as the small shop has. */
const REMOVALS = { perSecond: 80, seconds: 0.03 }

/**
 * Every reading call of the contract, sent by administrators, and the dashboard's tables sorted and filtered. The counts of
 * the tables are left out, because they read every row that they count.
 */
export function readings(): Cycle[] {
  const names = Object.keys(calls).filter(
    (name) => name.startsWith('GET ') && !name.startsWith('GET /count/'),
  )
  const sorted = [
    '/allProducts?sort=price',
    '/allProducts?sort=email',
    '/allProducts?payment=NOT%20OK',
    '/fullProducts?sort=total',
    '/allUser?sort=name',
    '/allUser?email=shopper00000',
  ]
  return [...names.map(reading), ...sorted.map((path) => reading(`GET ${path}`))]
}

function reading(name: string): Cycle {
  const path = name.replace('GET ', '')
  if (path === '/jwt' || path === '/auth/session') {
    const step = {
      name,
      ask: ({ shop: { session } }: Asked) =>
        bySession(`GET /api${path}${path === '/jwt' ? `?email=${session.email}` : ''}`, session),
    }
    return bySessionInTurn([step])
  }
  const step = {
    name,
    ask: ({ shop, caller: { email, authorization } }: Asked) =>
      request(`GET /api${filled(path, shop, email)}`, { authorization }),
  }
  return {
    steps: [step],
    perSecond: READS_PER_SECOND,
    seconds: path === '/glance' ? SECONDS_OF_GLANCES : SECONDS_OF_READING,
  }
}

const needEmail = ['/myCarts', '/personCoffee', '/packetName', '/personPacket']

function filled(
  path: string,
  {
    ids: {
      brand,
      packet,
      order,
      people: [user = ''],
    },
  }: GrowthShop,
  email: string,
): string {
  const ids: Record<string, string> = {
    '/coffeeDetails/{id}': brand,
    '/bagDetails/{id}': packet,
    '/fullProduct/{id}': order,
    '/entryCounts/{id}': user,
  }
  return needEmail.includes(path)
    ? `${path}?email=${email}`
    : path.replace('{email}', email).replace('{id}', ids[path] ?? '')
}

/**
 * Every writing call of the contract but two: a mail is only retried after a failure, and a session ends only once.
 */
export function writings(): Cycle[] {
  return [...shopping, ...managing, people, removal, profile, signIn, signUp]
}

const intoCart = timed('POST /orders', { body: ({ shop, caller }) => orderOf(caller, shop.product) })

const shopping: Cycle[] = [
  inTurn([
    intoCart,
    timed('DELETE /orderDelete/{id}'),
    timed('PUT /orderRestore/{id}'),
    timed('PUT /singlePayment/{id}', { body: () => '{}' }),
    timed('PUT /delivery/{id}', { body: () => JSON.stringify({ from: 'Ordered', to: 'Packed' }) }),
    timed('PUT /deliveries', {
      body: ({ made }) => JSON.stringify({ moves: [{ id: made[0], from: 'Packed', to: 'Sent' }] }),
    }),
  ]),
  inTurn([untimed(intoCart), timed('POST /fullOrder', { body: fullOrderBody })]),
]

const managing: Cycle[] = [
  inTurn([
    timed('POST /coffeeBrand', { body: brandBody }),
    timed('PUT /coffeeBrand/{id}', { body: brandBody }),
    timed('POST /addNewCoffee', { body: coffeeBody }),
    timed('PUT /addNewCoffee/{id}', { id: 1, body: coffeeBody }),
    timed('DELETE /packetNameDelete/{id}', { id: 1 }),
    timed('PUT /packetNameRestore/{id}', { id: 1 }),
    timed('DELETE /brandDelete/{id}'),
    timed('PUT /brandRestore/{id}'),
    untimed(timed('DELETE /brandDelete/{id}')),
  ]),
  inTurn([
    timed('POST /addNewPacket', { body: packetBody }),
    timed('PUT /addNewPacket/{id}', { body: packetBody }),
    timed('DELETE /packet/{id}'),
    timed('PUT /packetRestore/{id}'),
    untimed(timed('DELETE /packet/{id}')),
  ]),
]

/**
 * A timed call by an administrator. `{id}` becomes the id that was made as number `id` in this turn, or the first one.
 * `body` returns JSON.
 */
function timed(name: string, { id = 0, body }: { id?: number; body?: (asked: Asked) => string } = {}): Step {
  const [method, path = ''] = name.split(' ')
  return {
    name,
    ask: (asked) =>
      write(`${method} /api${path.replace('{id}', String(asked.made[id]))}`, asked.caller, body?.(asked)),
  }
}

function untimed({ ask }: Step): Step {
  return { ask }
}

function fullOrderBody({ shop: { product }, caller: { email }, made }: Asked): string {
  const items = [{ _id: made[0], price: product.price }]
  return JSON.stringify({ email, items, total: totalOf(product, 1) })
}

function brandBody({ shop, caller: { email } }: Asked): string {
  return JSON.stringify({ img: shop.product.img, category_name: `Brand of ${email}`, ratting: 4, email })
}

function coffeeBody(asked: Asked): string {
  return JSON.stringify({ ...JSON.parse(brandBody(asked)), name: 'Grown', price: '12.50' })
}

function packetBody({ shop: { product }, caller: { email } }: Asked): string {
  const { img } = product
  const about = { name: 'Grown', img, price: '12.50', ratting: 4, about: 'A bag that grew', email }
  return JSON.stringify({ img, category_name: 'Grown', email, about })
}

const people: Cycle = inTurn(
  ['PUT /makeAdmin', 'PUT /removeAdmin'].map((call) => ({
    name: `${call}/{id}`,
    ask: ({ shop, caller, client }) =>
      write(`${call.replace('/', '/api/')}/${shop.ids.people[client]}`, caller),
  })),
)

const removal: Cycle = {
  steps: [
    {
      name: 'DELETE /userDelete/{id}',
      ask: ({ shop, caller }) => write(`DELETE /api/userDelete/${shop.ids.leaving.pop()}`, caller),
    },
  ],
  ...REMOVALS,
}

const { admin } = demoAccounts

const profile: Cycle = bySessionInTurn([
  {
    name: 'PUT /auth/profile',
    ask: ({ shop }) => bySession('PUT /api/auth/profile', shop.session, { name: admin.name }),
  },
  {
    name: 'POST /users',
    ask: ({ shop }) => bySession('POST /api/users', shop.session, { name: admin.name, email: admin.email }),
  },
])

const signIn: Cycle = {
  steps: [
    {
      name: 'POST /auth/sign-in',
      ask: ({ shop: { session } }) =>
        request(
          'POST /api/auth/sign-in',
          { origin: session.origin },
          JSON.stringify({ email: admin.email, password: admin.password }),
        ),
    },
  ],
  ...ONCE,
}

let signedUp = 0

const signUp: Cycle = {
  steps: [
    {
      name: 'POST /auth/sign-up',
      ask: ({ shop: { session } }) =>
        request(
          'POST /api/auth/sign-up',
          { origin: session.origin },
          JSON.stringify({ name: 'New', email: `new${signedUp++}@example.com`, password: admin.password }),
        ),
    },
  ],
  ...ONCE,
}

function inTurn(steps: Step[]): Cycle {
  return { steps, perSecond: WRITES_PER_SECOND, seconds: steps.length * SECONDS_A_STEP }
}

function bySessionInTurn(steps: Step[]): Cycle {
  return { steps, perSecond: BY_SESSION.perSecond, seconds: steps.length * BY_SESSION.secondsAStep }
}

function write(line: string, { authorization }: Shopper, body?: string): Buffer {
  return request(line, { authorization }, body)
}

function bySession(line: string, { cookie, origin }: AdminSession, body?: object): Buffer {
  return request(line, { cookie, origin }, body && JSON.stringify(body))
}
