// `npm run bench`: every figure beside its limit, in one run, with the server on one core and the load on another.
// `npm run bench -- NAME` measures those whose name has it; `--json` prints the lines as JSON as well.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { fillBooks } from '../fill-books.ts'
import { addShoppers, fillCarts, promote } from './bench-data.ts'
import type { Shopper } from './bench-data.ts'
import { startProcess, stayOffTheFirstCore } from './bench-process.ts'
import { lineOf, printHead, printLine, say } from './figures.ts'
import type { Figure, Line } from './figures.ts'
import { measureReading } from './read-figures.ts'
import type { Reading } from './read-figures.ts'
import { measureCheckouts, measureOrders, startToAnswer } from './write-figures.ts'
import type { Product } from './write-figures.ts'

const ROUNDS = 3
const SHOPPERS = 1000
const ROWS = 1_000_000
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''
const lines: Line[] = []

stayOffTheFirstCore()
const dataDir = mkdtempSync(join(tmpdir(), 'crema-bench-'))
const env = { DATA_DIR: dataDir, PORT: '0', DEMO: '1' }
say(`Making a demo shop with ${SHOPPERS.toLocaleString('en')} shoppers and ${ROWS.toLocaleString('en')} ordered products …`)
await (await startProcess(['server/main.ts'], env)).close()
const shoppers = await addShoppers(dataDir, SHOPPERS + 1)
const [admin, ...others] = shoppers
if (!admin) throw new Error('There is no administrator.')
promote(dataDir, admin)
fillBooks(dataDir, ROWS)
fillCarts(dataDir, others, 20)

printHead()
await measureStart()
const shop = await startProcess(['server/main.ts'], env)
try {
  const idle = shop.residentMb()
  const origin = `http://127.0.0.1:${shop.port}`
  const { coffee, bag, product } = await lookAround(origin, admin)
  for (const reading of readings({ admin, coffee, bag })) {
    if (reading.name.includes(wanted)) report(await measureReading(shop, reading, ROUNDS))
  }
  if ('orders checkout'.includes(wanted)) {
    const orders = await measureOrders(shop, { shoppers: others, product, rounds: ROUNDS })
    report(orders)
    report(await measureCheckouts(shop, { shoppers: others, product, limit: orders.limit }))
  }
  report({ name: 'memory idle', unit: 'MB', ours: [idle], limit: [120], goal: 1, better: 'less', note: 'limit: the goal' })
  report({ name: 'memory after all of this', unit: 'MB', ours: [shop.residentMb()], limit: [250], goal: 1, better: 'less', note: 'limit: the goal' })
  await measureHome(origin)
} finally {
  await shop.close()
  rmSync(dataDir, { recursive: true, force: true })
}
const missed = lines.filter(({ met }) => !met)
say(missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.map(({ name }) => name).join(', ')}`)
if (process.argv.includes('--json')) say(JSON.stringify(lines, null, 2))

function report(figure: Figure): void {
  const line = lineOf(figure)
  lines.push(line)
  printLine(line)
}

type Looked = { coffee: string; bag: string; product: Product }

async function lookAround(origin: string, { authorization }: Shopper): Promise<Looked> {
  const ask = async (path: string) => JSON.parse(await (await fetch(`${origin}/api${path}`, { headers: { authorization } })).text())
  const [brand]: { _id: string }[] = await ask('/allCoffee')
  const [packet]: { _id: string }[] = await ask('/allPacket')
  const { coffees }: { coffees: Product[] } = await ask(`/coffeeDetails/${brand?._id}`)
  const [product] = coffees
  if (!brand || !packet || !product) throw new Error('The demo shop is empty.')
  return { coffee: brand._id, bag: packet._id, product }
}

function readings({ admin: { authorization }, coffee, bag }: { admin: Shopper; coffee: string; bag: string }): Reading[] {
  const br = { 'accept-encoding': 'br' }
  const someone = (client: number, count: number) => others[(client + count * 32) % others.length] ?? shoppers[0] ?? { email: '', authorization: '' }
  return [
    { name: 'GET / (brotli)', path: '/', headers: br, goal: 0.6 },
    { name: 'GET /api/allCoffee', path: '/api/allCoffee', headers: br, goal: 0.6 },
    { name: 'GET /api/allPacket', path: '/api/allPacket', headers: br, goal: 0.6 },
    { name: 'GET /api/coffeeDetails/{id}', path: `/api/coffeeDetails/${coffee}`, headers: { ...br, authorization }, goal: 0.5 },
    { name: 'GET /api/bagDetails/{id}', path: `/api/bagDetails/${bag}`, headers: { ...br, authorization }, goal: 0.5 },
    {
      name: 'GET /api/myCarts, 20 rows, 1,000 shoppers',
      path: `/api/myCarts?email=${someone(0, 0).email}`,
      headers: { authorization: someone(0, 0).authorization },
      goal: 0.35,
      more: someone,
    },
    { name: 'GET /api/allProducts?limit=50 of 1,000,000', path: '/api/allProducts?limit=50', headers: { authorization }, goal: 0.1 },
  ]
}

async function measureStart(): Promise<void> {
  if (!'start'.includes(wanted)) return
  const bare = ['-e', "require('node:http').createServer((q, r) => r.end('hello')).listen(0, function () { console.log('http://x:' + this.address().port) })"]
  const ours: number[] = []
  const limit: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    limit.push(await startToAnswer(bare, {}))
    ours.push(await startToAnswer(['server/main.ts'], env))
  }
  report({ name: 'start to first answer', unit: 'ms', ours, limit, goal: 8, better: 'less' })
}

async function measureHome(origin: string): Promise<void> {
  const html = await (await fetch(origin, { headers: { 'accept-encoding': 'identity' } })).text()
  const withoutData = html.replace(/<script type="application\/json".*?<\/script>/s, '')
  const kb = brotliCompressSync(withoutData).length / 1000
  report({ name: 'home page, HTML with CSS, brotli', unit: 'kB', ours: [kb], limit: [16], goal: 1, better: 'less', note: 'limit: the goal' })
}
