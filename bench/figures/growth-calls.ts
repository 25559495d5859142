import { calls } from '#contract/api.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { orderOf, totalOf } from '../shop/bench-data.ts'
import type { AdminSession, Product, Shopper } from '../shop/bench-data.ts'
import { request } from '../shop/load.ts'

/** What the calls need of a shop: administrators, a session of one, products and ids; `leaving` are there to be removed. */
export type GrowthShop = {
  admins: Shopper[]
  session: AdminSession
  product: Product
  ids: { brand: string; packet: string; order: string; people: string[]; leaving: string[] }
}

/** What a request is made from: who asks, as which client, and the ids that were made in this turn, the first one first. */
export type Asked = { shop: GrowthShop; caller: Shopper; client: number; made: string[] }

/** One request; with a name its time is measured under that. */
export type Step = { name?: string; ask: (asked: Asked) => Buffer }

/** What each client does in turn, always to the end: what is made in a turn is taken away or done with in the same turn. */
export type Cycle = { steps: Step[]; perSecond: number; seconds: number }

/** Times of a shop with something to do, not of one that is loaded to its limit; and within what one caller may ask for. */
const READS_PER_SECOND = 1500
const WRITES_PER_SECOND = 400
/** Each step gets 120 answers a round, so that p99 is not the worst one alone. */
const SECONDS_A_STEP = 0.3
/** What the identity library does takes longer: as many answers. */
const BY_SESSION = { perSecond: 120, secondsAStep: 1 }
const SECONDS_OF_READING = 0.5
/** Today at a glance takes longest. */
const SECONDS_OF_GLANCES = 2
/** Passwords are slow to hash, and few may sign up from one address: one answer for each client in a round. */
const ONCE = { perSecond: 1000, seconds: 0.001 }
/** As many as the small shop has: two a client in each round. */
const REMOVALS = { perSecond: 80, seconds: 0.03 }

/**
 * Every reading call of the contract, as administrators; the tables of the dashboard in other orders and filtered. Not
 * the counts of the tables: they read what they count.
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

/** The writing calls but two: a mail is only tried again when it failed, and a session ends once. */
export function writings(): Cycle[] {
  return [...shopping, ...managing, people, removal, profile, signIn, signUp]
}

const intoCart: Step = {
  ask: ({ shop, caller }) => write('POST /api/orders', caller, orderOf(caller, shop.product)),
}

const shopping: Cycle[] = [
  inTurn([
    { ...intoCart, name: 'POST /orders' },
    {
      name: 'DELETE /orderDelete/{id}',
      ask: ({ caller, made }) => write(`DELETE /api/orderDelete/${made[0]}`, caller),
    },
    {
      name: 'PUT /orderRestore/{id}',
      ask: ({ caller, made }) => write(`PUT /api/orderRestore/${made[0]}`, caller),
    },
    {
      name: 'PUT /singlePayment/{id}',
      ask: ({ caller, made }) => write(`PUT /api/singlePayment/${made[0]}`, caller, '{}'),
    },
    {
      name: 'PUT /delivery/{id}',
      ask: ({ caller, made }) =>
        write(`PUT /api/delivery/${made[0]}`, caller, JSON.stringify({ from: 'Ordered', to: 'Packed' })),
    },
    {
      name: 'PUT /deliveries',
      ask: ({ caller, made }) =>
        write(
          'PUT /api/deliveries',
          caller,
          JSON.stringify({ moves: [{ id: made[0], from: 'Packed', to: 'Sent' }] }),
        ),
    },
  ]),
  inTurn([
    intoCart,
    {
      name: 'POST /fullOrder',
      ask: ({ shop: { product }, caller, made }) =>
        write(
          'POST /api/fullOrder',
          caller,
          JSON.stringify({
            email: caller.email,
            items: [{ _id: made[0], price: product.price }],
            total: totalOf(product, 1),
          }),
        ),
    },
  ]),
]

const ofBrand = ({ shop: { product }, caller: { email } }: Asked): string =>
  JSON.stringify({ img: product.img, category_name: brandOf(email), ratting: 4, email })
const ofCoffee = ({ shop: { product }, caller: { email } }: Asked): string =>
  JSON.stringify({
    img: product.img,
    name: 'Grown',
    price: '12.50',
    category_name: brandOf(email),
    ratting: 4,
    email,
  })
const ofPacket = ({ shop: { product }, caller: { email } }: Asked): string => {
  const about = {
    name: 'Grown',
    img: product.img,
    price: '12.50',
    ratting: 4,
    about: 'A bag that grew',
    email,
  }
  return JSON.stringify({ img: product.img, category_name: 'Grown', email, about })
}

function brandOf(email: string): string {
  return `Brand of ${email}`
}

const managing: Cycle[] = [
  inTurn([
    {
      name: 'POST /coffeeBrand',
      ask: (asked) => write('POST /api/coffeeBrand', asked.caller, ofBrand(asked)),
    },
    {
      name: 'PUT /coffeeBrand/{id}',
      ask: (asked) => write(`PUT /api/coffeeBrand/${asked.made[0]}`, asked.caller, ofBrand(asked)),
    },
    {
      name: 'POST /addNewCoffee',
      ask: (asked) => write('POST /api/addNewCoffee', asked.caller, ofCoffee(asked)),
    },
    {
      name: 'PUT /addNewCoffee/{id}',
      ask: (asked) => write(`PUT /api/addNewCoffee/${asked.made[1]}`, asked.caller, ofCoffee(asked)),
    },
    {
      name: 'DELETE /packetNameDelete/{id}',
      ask: ({ caller, made }) => write(`DELETE /api/packetNameDelete/${made[1]}`, caller),
    },
    {
      name: 'PUT /packetNameRestore/{id}',
      ask: ({ caller, made }) => write(`PUT /api/packetNameRestore/${made[1]}`, caller),
    },
    {
      name: 'DELETE /brandDelete/{id}',
      ask: ({ caller, made }) => write(`DELETE /api/brandDelete/${made[0]}`, caller),
    },
    {
      name: 'PUT /brandRestore/{id}',
      ask: ({ caller, made }) => write(`PUT /api/brandRestore/${made[0]}`, caller),
    },
    { ask: ({ caller, made }) => write(`DELETE /api/brandDelete/${made[0]}`, caller) },
  ]),
  inTurn([
    {
      name: 'POST /addNewPacket',
      ask: (asked) => write('POST /api/addNewPacket', asked.caller, ofPacket(asked)),
    },
    {
      name: 'PUT /addNewPacket/{id}',
      ask: (asked) => write(`PUT /api/addNewPacket/${asked.made[0]}`, asked.caller, ofPacket(asked)),
    },
    {
      name: 'DELETE /packet/{id}',
      ask: ({ caller, made }) => write(`DELETE /api/packet/${made[0]}`, caller),
    },
    {
      name: 'PUT /packetRestore/{id}',
      ask: ({ caller, made }) => write(`PUT /api/packetRestore/${made[0]}`, caller),
    },
    { ask: ({ caller, made }) => write(`DELETE /api/packet/${made[0]}`, caller) },
  ]),
]

const people: Cycle = inTurn([
  {
    name: 'PUT /makeAdmin/{id}',
    ask: ({ shop, caller, client }) => write(`PUT /api/makeAdmin/${shop.ids.people[client]}`, caller),
  },
  {
    name: 'PUT /removeAdmin/{id}',
    ask: ({ shop, caller, client }) => write(`PUT /api/removeAdmin/${shop.ids.people[client]}`, caller),
  },
])

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
