import { calls } from '#contract/api.ts'
import { demoAccounts } from '#contract/demo.ts'
import { startProcess } from '../shop/bench-process.ts'
import type { BenchProcess } from '../shop/bench-process.ts'
import { say } from '../shop/figures.ts'
import type { Figure } from '../shop/figures.ts'
import { request, runLoad } from '../shop/load.ts'
import type { Pace } from '../shop/pace.ts'
import type { Product } from '../shop/bench-data.ts'

const CLIENTS = 4

/** A shop under comparison: who asks, and the ids that the calls need. */
type Shop = { process: BenchProcess; headers: Record<string, string>; ids: Ids }
type Ids = { email: string; brand: string; packet: string; order: string; product: Product }

/** One call's requests; `heard` is told what a write answered, so that it can be taken back. */
type Asking = { name: string; next: (shop: Shop, memory: string[]) => Buffer; heard?: (body: string, memory: string[]) => void }

type Times = { median: number; p99: number }

type Growth = { name: string; small: Times; large: Times }

/** The time of every call in a large shop beside the same call in a small one: the call that grows most, median and p99. */
export async function measureGrowth(shops: { small: NodeJS.ProcessEnv; large: NodeJS.ProcessEnv }, pace: Pace): Promise<Figure[]> {
  const small = await openShop(shops.small)
  const large = await openShop(shops.large)
  try {
    const growths: Growth[] = []
    for (const asking of [...readings(), ...writings]) growths.push(await growthOf(asking, { small, large }, pace))
    return [worst(growths, 'median'), worst(growths, 'p99')]
  } finally {
    await small.process.close()
    await large.process.close()
  }
}

async function growthOf(asking: Asking, shops: { small: Shop; large: Shop }, pace: Pace): Promise<Growth> {
  const [few, many]: [Times[], Times[]] = [[], []]
  // The first round warms both up.
  for (let round = 0; round <= pace.rounds; round++) {
    few.push(await timesOf(shops.small, asking, pace.seconds))
    many.push(await timesOf(shops.large, asking, pace.seconds))
  }
  const growth = { name: asking.name, small: middleOf(few.slice(1)), large: middleOf(many.slice(1)) }
  const { small, large } = growth
  say(`  ${growth.name.padEnd(46)} ${inMs(small)} → ${inMs(large)}  ${(large.median / small.median).toFixed(2)}, p99 ${(large.p99 / small.p99).toFixed(2)}`)
  return growth
}

function worst(growths: Growth[], which: keyof Times): Figure {
  const [most] = growths.toSorted((a, b) => b.large[which] / b.small[which] - a.large[which] / a.small[which])
  if (!most) throw new Error('No call was measured.')
  return { name: `the call that grows most, ${which}`, unit: 'ms', ours: [most.large[which]], limit: [most.small[which]], goal: 2, better: 'less', note: most.name }
}

/** Every reading call of the contract, as the administrator; the tables of the dashboard in every order. */
function readings(): Asking[] {
  const reading = Object.keys(calls).filter((name) => name.startsWith('GET '))
  const plain = reading.map((name) => ({ name, next: ({ ids, headers }: Shop) => request(`GET /api${pathOf(name, ids)}`, headers) }))
  const sorted = ['/allProducts?sort=price', '/allProducts?sort=email', '/allProducts?payment=NOT%20OK', '/fullProducts?sort=total', '/allUser?sort=name', '/allUser?email=shopper00000']
  return [...plain, ...sorted.map((path) => ({ name: `GET ${path}`, next: ({ headers }: Shop) => request(`GET /api${path}`, headers) }))]
}

const needEmail = ['/jwt', '/myCarts', '/personCoffee', '/packetName', '/personPacket']

function pathOf(name: string, { email, brand, packet, order }: Ids): string {
  const path = name.replace('GET ', '')
  const ids: Record<string, string> = { '/coffeeDetails/{id}': brand, '/bagDetails/{id}': packet, '/fullProduct/{id}': order }
  const filled = path.replace('{email}', email).replace('{id}', ids[path] ?? '')
  return needEmail.includes(path) ? `${path}?email=${email}` : filled
}

/** Into the cart and out again; into the cart and paid. Each client remembers what it put there. */
const writings: Asking[] = [
  {
    name: 'POST /orders, DELETE /orderDelete/{id}',
    next: (shop, memory) => {
      const id = memory.pop()
      return id ? request(`DELETE /api/orderDelete/${id}`, shop.headers) : addToCart(shop)
    },
    heard: remember,
  },
  {
    name: 'POST /orders, PUT /singlePayment/{id}',
    next: (shop, memory) => {
      const id = memory.pop()
      return id ? request(`PUT /api/singlePayment/${id}`, shop.headers, '{}') : addToCart(shop)
    },
    heard: remember,
  },
]

function addToCart({ ids: { email, product }, headers }: Shop): Buffer {
  const { _id, name, img, price, ratting } = product
  return request('POST /api/orders', headers, JSON.stringify({ email, customer: 'Load', productName: name, img, price, ratting, productId: _id }))
}

function remember(body: string, memory: string[]): void {
  const { insertedId }: { insertedId?: string } = JSON.parse(body)
  if (insertedId) memory.push(insertedId)
}

async function timesOf(shop: Shop, { name, next, heard }: Asking, seconds: number): Promise<Times> {
  const memories: string[][] = Array.from({ length: CLIENTS }, () => [])
  const asked = { port: shop.process.port, clients: CLIENTS, seconds, next: (client: number) => next(shop, memories[client] ?? []) }
  const { times, failed, firstFailure } = await runLoad({ ...asked, ...(heard && { heard: (client, body) => heard(body, memories[client] ?? []) }) })
  if (failed > 0) throw new Error(`${name} was refused:\n${firstFailure}`)
  return { median: times[Math.floor(times.length / 2)] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

function middleOf(rounds: Times[]): Times {
  const middle = (which: keyof Times) => rounds.map((times) => times[which]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN
  return { median: middle('median'), p99: middle('p99') }
}

function inMs({ median, p99 }: Times): string {
  return `${median.toFixed(2)} (${p99.toFixed(2)}) ms`
}

/** Opens a demo shop and signs its administrator in. */
async function openShop(env: NodeJS.ProcessEnv): Promise<Shop> {
  const process = await startProcess(['scripts/start.mjs'], env)
  const address = `http://127.0.0.1:${process.port}/api`
  const origin = `http://localhost:${process.port}`
  const { email, password } = demoAccounts.admin
  const signIn = await fetch(`${address}/auth/sign-in`, { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) })
  const cookie = signIn.headers.getSetCookie().map((text) => text.split(';')[0]).join('; ')
  const ask = async (path: string, headers: Record<string, string>) => JSON.parse(await (await fetch(`${address}${path}`, { headers })).text())
  const { accessToken }: { accessToken: string } = await ask(`/jwt?email=${email}`, { cookie, origin })
  const headers = { authorization: `Bearer ${accessToken}`, cookie, origin }
  const [brand]: { _id: string }[] = await ask('/allCoffee', headers)
  const [packet]: { _id: string }[] = await ask('/allPacket', headers)
  const [order]: { _id: string }[] = await ask('/fullProducts?limit=1', headers)
  const { coffees }: { coffees: Product[] } = await ask(`/coffeeDetails/${brand?._id}`, headers)
  const [product] = coffees
  if (!brand || !packet || !order || !product) throw new Error('The demo shop is empty.')
  return { process, headers, ids: { email, brand: brand._id, packet: packet._id, order: order._id, product } }
}
