import type { Shopper } from '../shop/bench-data.ts'
import { startProcess } from '../shop/bench-process.ts'
import type { Figure } from '../shop/figures.ts'
import { request, requestsPerSecond } from '../shop/load.ts'
import { sideBySide } from '../shop/pace.ts'
import type { Measurement, Stage } from '../shop/stage.ts'

const CLIENTS = 32

/** Something that is read: the path and headers of one caller after another. */
type Reading = { name: string; goal: number; asked: (stage: Stage, number: number) => Asked; note?: string }
type Asked = { path: string; headers: Record<string, string> }

const readings: Reading[] = [
  { name: 'GET / (brotli)', goal: 0.6, asked: () => ({ path: '/', headers: { 'accept-encoding': 'br' } }) },
  {
    name: 'GET / (304)',
    goal: 0.6,
    asked: ({ etag }) => ({ path: '/', headers: { 'accept-encoding': 'br', 'if-none-match': etag } }),
  },
  {
    name: 'GET /api/allCoffee',
    goal: 0.6,
    asked: () => ({ path: '/api/allCoffee', headers: { 'accept-encoding': 'br' } }),
  },
  {
    name: 'GET /api/allPacket',
    goal: 0.6,
    asked: () => ({ path: '/api/allPacket', headers: { 'accept-encoding': 'br' } }),
  },
  {
    name: 'GET /api/coffeeDetails/{id}',
    goal: 0.5,
    asked: (stage, number) => ({ path: `/api/coffeeDetails/${stage.brand}`, headers: signed(stage, number) }),
  },
  {
    name: 'GET /api/bagDetails/{id}',
    goal: 0.5,
    asked: (stage, number) => ({ path: `/api/bagDetails/${stage.packet}`, headers: signed(stage, number) }),
  },
  {
    name: 'GET /api/myCarts, 20 rows, 1,000 shoppers',
    goal: 0.35,
    asked: (stage, number) => ({
      path: `/api/myCarts?email=${shopperAt(stage, number).email}`,
      headers: signed(stage, number),
    }),
  },
  {
    name: 'GET /api/allProducts?limit=50',
    goal: 0.1,
    asked: ({ admins }, number) => ({ path: '/api/allProducts?limit=50', headers: ofAdmin(admins, number) }),
  },
]

export const readFigures: Measurement[] = readings.map((reading) => ({
  name: reading.name,
  measure: async (stage) => [await measureReading(stage, reading)],
}))

/** Requests a second that the shop takes, beside node:http with the same bytes and headers. */
async function measureReading(stage: Stage, { name, goal, asked, note = '' }: Reading): Promise<Figure> {
  const requests = stage.shoppers.map((_, number) => asRequest(asked(stage, number)))
  const { path, headers } = asked(stage, 0)
  const bare = await startProcess([
    'bench/figures/bare-server.ts',
    `http://127.0.0.1:${stage.shop.port}${path}`,
    JSON.stringify(headers),
  ])
  const next = (client: number, count: number) =>
    requests[(client + count * CLIENTS) % requests.length] ?? Buffer.alloc(0)
  const load = (port: number) => (seconds: number) =>
    requestsPerSecond({ port, clients: CLIENTS, seconds, next })
  try {
    return {
      name,
      unit: '1/s',
      ...(await sideBySide(stage.pace, { ours: load(stage.shop.port), limit: load(bare.port) })),
      goal,
      better: 'more',
      note,
    }
  } finally {
    await bare.close()
  }
}

function asRequest({ path, headers }: Asked): Buffer {
  return request(`GET ${path}`, headers)
}

function shopperAt({ shoppers }: Stage, number: number): Shopper {
  const shopper = shoppers[number % shoppers.length]
  if (!shopper) throw new Error('There are no shoppers.')
  return shopper
}

function signed(stage: Stage, number: number): Record<string, string> {
  return { 'accept-encoding': 'br', 'authorization': shopperAt(stage, number).authorization }
}

function ofAdmin(admins: Shopper[], number: number): Record<string, string> {
  return { authorization: admins[number % admins.length]?.authorization ?? '' }
}
