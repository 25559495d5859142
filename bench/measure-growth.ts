import { calls as contract } from '#contract/api.ts'
import { inOpenShop } from './bench-shop.ts'
import type { BenchShop, OpenShop } from './bench-shop.ts'
import { byAdmins, carts, orders } from './calls.ts'
import { lineOf } from './figures.ts'
import type { Figure } from './figures.ts'
import { perSecond } from './load.ts'
import { inTurns } from './measure-calls.ts'

const PACE = { warmUpSeconds: 0.3, slices: 5, seconds: 0.3 }
/**
 * Left out are calls that belong to one session or are limited, those for which a demo shop has no data, and those that
 * count or list everything there is, by design.
 */
const LEFT_OUT = / \/(auth|jwt|account|legal|count|pickList|paymentDesk|shop\/start|myCarts)/
const reads = Object.keys(contract).filter((name) => /^GET [^{]*$/.test(name) && !LEFT_OUT.test(name))
const sorted = ['allProducts?sort=price', 'allProducts?payment=NOT%20OK', 'fullProducts?sort=total']
const filtered = ['allUser?sort=name', 'allUser?email=shopper00000']
const tables = [...sorted, ...filtered].map((path) => `GET /${path}`)
const measured = [
  ...[...reads, ...tables].map((name) => ({ name, requestsOf: byAdmins(name.replace('GET ', '/api')) })),
  carts,
  orders,
]

/** Compares the throughput of calls in a large shop with that in a small shop. Returns the call that slows down most. */
export function measureGrowth(small: BenchShop, large: BenchShop): Promise<Figure[]> {
  return inOpenShop(small, (openSmall) =>
    inOpenShop(large, async (openLarge) => {
      const figures: Figure[] = []
      for (const { name, requestsOf } of measured) {
        const sideOf = (shop: OpenShop) => (seconds: number) =>
          perSecond({ port: shop.port, clients: 1, requestsOf: requestsOf(shop) }, seconds)
        const { ours, limit } = await inTurns(PACE, { ours: sideOf(openLarge), limit: sideOf(openSmall) })
        const times = { ours: [1000 / ours], limit: [1000 / limit] }
        figures.push({ name: `growth: ${name}`, unit: 'ms', ...times, atMost: 2 })
      }
      const growthOf = (figure: Figure) => lineOf(figure).ratio ?? 0
      return figures.toSorted((one, other) => growthOf(other) - growthOf(one)).slice(0, 1)
    }),
  )
}
