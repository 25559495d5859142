import { orderOf, totalOf } from '../shop/bench-data.ts'
import { startInserts } from './inserts.ts'
import type { Figure } from '../shop/figures.ts'
import { request, requestsPerSecond } from '../shop/load.ts'
import { sideBySide } from '../shop/pace.ts'
import type { Measurement, Stage } from '../shop/stage.ts'

const CLIENTS = 32

export const writeFigures: Measurement[] = [
  {
    name: 'POST /api/orders',
    measure: async (stage) => [
      await beside(stage, {
        name: 'POST /api/orders',
        goal: 0.4,
        ours: (seconds) => ordersPerSecond(stage, seconds),
      }),
    ],
  },
  {
    name: 'buy three, pay all',
    measure: async (stage) => [
      await beside(stage, {
        name: 'buy three, pay all: orders',
        goal: 0.15,
        ours: (seconds) => checkoutsPerSecond(stage, seconds),
      }),
    ],
  },
]

type Writing = { name: string; goal: number; ours: (seconds: number) => Promise<number> }

/** Each answer given when what it says is on the disk, beside single-row inserts that are. */
async function beside({ pace }: Stage, { name, goal, ours }: Writing): Promise<Figure> {
  const inserts = await startInserts(CLIENTS)
  try {
    const found = await sideBySide(pace, { ours, limit: inserts.perSecond })
    return {
      name,
      unit: '1/s',
      ...found,
      goal: Number((goal / inserts.timesPgbench).toFixed(2)),
      better: 'more',
      note: `limit: ${inserts.name}`,
    }
  } finally {
    await inserts.stop()
  }
}

function ordersPerSecond({ shop, buyers, product }: Stage, seconds: number): Promise<number> {
  const requests = buyers.map((buyer) =>
    request('POST /api/orders', { authorization: buyer.authorization }, orderOf(buyer, product)),
  )
  const next = (client: number, count: number) =>
    requests[(client + count * CLIENTS) % requests.length] ?? Buffer.alloc(0)
  return requestsPerSecond({ port: shop.port, clients: CLIENTS, seconds, next })
}

/** Three products into the cart, one after the other, then all three paid at once; each time as another shopper. */
async function checkoutsPerSecond({ shop, buyers, product }: Stage, seconds: number): Promise<number> {
  const total = totalOf(product, 3)
  const bought: string[][] = Array.from({ length: CLIENTS }, () => [])
  const asked = { port: shop.port, clients: CLIENTS, seconds }
  const perSecond = await requestsPerSecond({
    ...asked,
    next: (client, count) => {
      const { email, authorization } = buyers[(client + Math.floor(count / 4) * CLIENTS) % buyers.length] ?? {
        email: '',
        authorization: '',
      }
      if (count % 4 === 0) bought[client] = []
      if (count % 4 < 3) return request('POST /api/orders', { authorization }, orderOf({ email }, product))
      const items = bought[client]?.map((_id) => ({ _id, price: product.price }))
      return request(
        'POST /api/fullOrder',
        { authorization },
        JSON.stringify({ email, items, total, payment: 'OK' }),
      )
    },
    heard: (client, body) => {
      const { insertedId }: { insertedId: string } = JSON.parse(body)
      bought[client]?.push(insertedId)
    },
  })
  return perSecond / 4
}
