import { request, runLoad } from './load.ts'
import { startProcess } from './bench-process.ts'
import type { BenchProcess } from './bench-process.ts'
import type { Shopper } from './bench-data.ts'
import type { Figure } from './figures.ts'

export type Reading = { name: string; path: string; headers: Record<string, string>; goal: number; more?: (client: number, count: number) => Shopper }

/** How long each side is loaded in a round, in seconds, and with how many clients. */
const SECONDS = 4
const CLIENTS = 32

/** Loads the shop and, in turn, node:http with the same bytes, and answers how many requests a second each took. */
export async function measureReading(shop: BenchProcess, reading: Reading, rounds: number): Promise<Figure> {
  const { name, path, headers, goal } = reading
  const bare = await startProcess(['bench/shop/bare-server.ts', `http://127.0.0.1:${shop.port}${path}`, JSON.stringify(headers)])
  const same = request(`GET ${path}`, headers)
  const next = reading.more ? byShopper(path, reading.more) : () => same
  const ours: number[] = []
  const limit: number[] = []
  try {
    for (let round = 0; round <= rounds; round++) {
      const bareRun = await load(bare.port, () => same)
      const ourRun = await load(shop.port, next)
      // The first round warms both up.
      if (round > 0) limit.push(bareRun)
      if (round > 0) ours.push(ourRun)
    }
  } finally {
    await bare.close()
  }
  return { name, unit: '1/s', ours, limit, goal, better: 'more' }
}

function byShopper(path: string, shopperOf: NonNullable<Reading['more']>) {
  return (client: number, count: number) => {
    const { email, authorization } = shopperOf(client, count)
    return request(`GET ${path.replace(/=.*$/, `=${email}`)}`, { authorization })
  }
}

async function load(port: number, next: (client: number, count: number) => Buffer): Promise<number> {
  const result = await runLoad({ port, clients: CLIENTS, seconds: SECONDS, next })
  if (result.failed > 0) throw new Error(`${result.failed} of the requests under load were refused.`)
  return result.perSecond
}
