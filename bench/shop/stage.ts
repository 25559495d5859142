import type { BenchProcess } from './bench-process.ts'
import type { Product, Shopper } from './bench-data.ts'
import type { Figure } from './figures.ts'
import type { Pace } from './pace.ts'

/** An open demo shop with many rows, who may call it, and some of what is in it. */
export type Stage = {
  shop: BenchProcess
  origin: string
  pace: Pace
  /** Megabytes resident when it had been open for a moment. */
  idleMb: number
  admins: Shopper[]
  shoppers: Shopper[]
  buyers: Shopper[]
  brand: string
  packet: string
  product: Product
  /** Of the home page in brotli. */
  etag: string
}

/** One or more lines of the table, by the name that they can be asked for. */
export type Measurement = { name: string; measure: (stage: Stage) => Promise<Figure[]> }

/** Looks around in an open shop for what the measurements need. */
export async function setStage(
  given: Pick<Stage, 'shop' | 'pace' | 'idleMb' | 'admins' | 'shoppers' | 'buyers' | 'product'>,
): Promise<Stage> {
  const origin = `http://127.0.0.1:${given.shop.port}`
  const headers = { authorization: given.admins[0]?.authorization ?? '' }
  const ask = async (path: string) =>
    JSON.parse(await (await fetch(`${origin}/api${path}`, { headers })).text())
  const [brand]: { _id: string }[] = await ask('/allCoffee')
  const [packet]: { _id: string }[] = await ask('/allPacket')
  const home = await fetch(origin, { headers: { 'accept-encoding': 'br' } })
  const etag = home.headers.get('etag')
  await home.arrayBuffer()
  if (!brand || !packet || !etag) throw new Error('The demo shop is empty.')
  return { ...given, origin, brand: brand._id, packet: packet._id, etag }
}
