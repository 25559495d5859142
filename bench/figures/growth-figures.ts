import { calls } from '#contract/api.ts'
import { orderOf, signInAdmin } from '../shop/bench-data.ts'
import { shopProgram, startProcess } from '../shop/bench-process.ts'
import type { BenchProcess } from '../shop/bench-process.ts'
import { median, say } from '../shop/figures.ts'
import type { Figure } from '../shop/figures.ts'
import { request, runLoad } from '../shop/load.ts'
import type { AdminSession, Made, Product, Shopper } from '../shop/bench-data.ts'

const CLIENTS = 4
/** Times of a shop with something to do, not of one that is loaded to its limit; and within what one caller may ask for. */
const READS = { perSecond: 1500, seconds: 0.5 }
const WRITES = { perSecond: 120, seconds: 1 }
/** Of so many numbers the worst is taken that they have to be steady: the middle one of so many rounds. */
const ROUNDS = 11

/** A shop under comparison: who asks, and the ids that the calls need. */
type Shop = { process: BenchProcess; admins: Shopper[]; product: Product; session: AdminSession; ids: Ids }
type Ids = { brand: string; packet: string; order: string }

/** One call's requests, of one caller after another; `heard` is told what a write answered, so that it can go on. */
type Asking = { name: string; pace: typeof READS; next: (shop: Shop, caller: Shopper, memory: string[]) => Buffer; heard?: (body: string, memory: string[]) => void }

type Times = { median: number; p99: number }

type Growth = { name: string; small: Times; ratio: Times }

/** The time of every call in a large shop beside the same call in a small one: the call that grows most, median and p99. */
export async function measureGrowth(shops: { small: Made; large: Made }): Promise<Figure[]> {
  const small = await openShop(shops.small)
  const large = await openShop(shops.large)
  try {
    const growths: Growth[] = []
    for (const asking of [...readings(), ...writings]) growths.push(await growthOf(asking, { small, large }))
    return [worst(growths, 'median'), worst(growths, 'p99')]
  } finally {
    await small.process.close()
    await large.process.close()
  }
}

/** Medians over the rounds, of the times and of the ratios: one slow moment of the machine is a round's p99. */
async function growthOf(asking: Asking, shops: { small: Shop; large: Shop }): Promise<Growth> {
  const pairs: { small: Times; large: Times }[] = []
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = { small: await timesOf(shops.small, asking), large: await timesOf(shops.large, asking) }
    if (round > 0) pairs.push(pair)
  }
  const growth = {
    name: asking.name,
    small: timesThat((which) => median(pairs.map(({ small }) => small[which]))),
    ratio: timesThat((which) => median(pairs.map(({ small, large }) => large[which] / small[which]))),
  }
  const { small, ratio } = growth
  say(`  ${growth.name.padEnd(46)} ${inMs(small)}, in the large one ${ratio.median.toFixed(2)} times as much (${ratio.p99.toFixed(2)})`)
  return growth
}

function timesThat(value: (which: keyof Times) => number): Times {
  return { median: value('median'), p99: value('p99') }
}

function worst(growths: Growth[], which: keyof Times): Figure {
  const [most] = growths.toSorted((a, b) => b.ratio[which] - a.ratio[which])
  if (!most) throw new Error('No call was measured.')
  const limit = most.small[which]
  return { name: `the call that grows most, ${which}`, unit: 'ms', ours: [limit * most.ratio[which]], limit: [limit], goal: 2, better: 'less', note: most.name }
}

/** Every reading call of the contract, as administrators; the tables of the dashboard in other orders and filtered. */
function readings(): Asking[] {
  const names = Object.keys(calls).filter((name) => name.startsWith('GET '))
  const sorted = ['/allProducts?sort=price', '/allProducts?sort=email', '/allProducts?payment=NOT%20OK', '/fullProducts?sort=total', '/allUser?sort=name', '/allUser?email=shopper00000']
  return [...names.map(reading), ...sorted.map((path) => reading(`GET ${path}`))]
}

function reading(name: string): Asking {
  const path = name.replace('GET ', '')
  if (bySession.includes(path)) {
    const next = ({ session: { email, cookie, origin } }: Shop) => request(`GET /api${path}${path === '/jwt' ? `?email=${email}` : ''}`, { cookie, origin })
    return { name, pace: WRITES, next }
  }
  return { name, pace: READS, next: ({ ids }, { email, authorization }) => request(`GET /api${filled(path, ids, email)}`, { authorization }) }
}

const bySession = ['/jwt', '/auth/session']
const needEmail = ['/myCarts', '/personCoffee', '/packetName', '/personPacket']

function filled(path: string, { brand, packet, order }: Ids, email: string): string {
  const ids: Record<string, string> = { '/coffeeDetails/{id}': brand, '/bagDetails/{id}': packet, '/fullProduct/{id}': order }
  return needEmail.includes(path) ? `${path}?email=${email}` : path.replace('{email}', email).replace('{id}', ids[path] ?? '')
}

/** Into the cart and out again; into the cart and paid. Each client remembers what it put there. */
const writings: Asking[] = [
  {
    name: 'POST /orders, DELETE /orderDelete/{id}',
    pace: WRITES,
    next: ({ product }, caller, memory) => {
      const id = memory.pop()
      return id ? request(`DELETE /api/orderDelete/${id}`, { authorization: caller.authorization }) : addToCart(product, caller)
    },
    heard: remember,
  },
  {
    name: 'POST /orders, PUT /singlePayment/{id}',
    pace: WRITES,
    next: ({ product }, caller, memory) => {
      const id = memory.pop()
      return id ? request(`PUT /api/singlePayment/${id}`, { authorization: caller.authorization }, '{}') : addToCart(product, caller)
    },
    heard: remember,
  },
]

function addToCart(product: Product, shopper: Shopper): Buffer {
  return request('POST /api/orders', { authorization: shopper.authorization }, orderOf(shopper, product))
}

function remember(body: string, memory: string[]): void {
  const { insertedId }: { insertedId?: string } = JSON.parse(body)
  if (insertedId) memory.push(insertedId)
}

/** The times of a call in milliseconds; where it writes, each client goes on as the same caller until what it put somewhere is done with. */
async function timesOf(shop: Shop, { name, pace, next, heard }: Asking): Promise<Times> {
  const memories: string[][] = Array.from({ length: CLIENTS }, () => [])
  const callerOf = (client: number, count: number) => shop.admins[(heard ? client : client + count * CLIENTS) % shop.admins.length] ?? nobody
  const asked = { port: shop.process.port, clients: CLIENTS, ...pace }
  const { times, failed, firstFailure } = await runLoad({
    ...asked,
    next: (client, count) => next(shop, callerOf(client, count), memories[client] ?? []),
    ...(heard && { heard: (client, body) => heard(body, memories[client] ?? []) }),
  })
  if (failed > 0) throw new Error(`${name} was refused:\n${firstFailure}`)
  return { median: median(times), p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN }
}

const nobody: Shopper = { email: '', authorization: '' }

function inMs(times: Times): string {
  return `${times.median.toFixed(2)} (${times.p99.toFixed(2)}) ms`
}

/** Opens a shop and signs the demo shop's administrator in. */
async function openShop({ env, admins, product }: Made): Promise<Shop> {
  const process = await startProcess(shopProgram, env)
  const address = `http://127.0.0.1:${process.port}/api`
  const session = await signInAdmin(process.port)
  const headers = { authorization: admins[0]?.authorization ?? '' }
  const first = async (path: string): Promise<string> => {
    const [row]: { _id: string }[] = JSON.parse(await (await fetch(`${address}${path}`, { headers })).text())
    if (!row) throw new Error(`There is nothing at ${path}.`)
    return row._id
  }
  const ids = { brand: await first('/allCoffee'), packet: await first('/allPacket'), order: await first('/fullProducts?limit=1') }
  return { process, admins, product, session, ids }
}
