import autocannon from 'autocannon'
import { atRate } from '#test/harness/load.ts'
import { inOpenShop } from './bench-shop.ts'
import type { BenchShop } from './bench-shop.ts'
import { openForFilling } from './fill-shop.ts'
import type { Figure } from './figures.ts'
import type { Pace } from './measure-calls.ts'

const PRODUCTS = 10_000
/**
 * The searches in a second of a busy shop: of about fifty people who type at the same moment. The rate is constant,
 * because clients that wait for each response would send the next one only when a slow shop is ready for it.
 */
const PER_SECOND = 100
/** As many clients that never pause keep the shop fully busy. */
const CLIENTS = 4
const WORDS = 'lemon honey cocoa plum kenya washed espresso morning jasmine bergamot'.split(' ')

/** Single words, two words, unfinished ones, and words with a typo. */
const texts = WORDS.flatMap((word, at) => {
  const [next, typo] = [WORDS[(at + 1) % WORDS.length], `${word.slice(0, 2)}${word.slice(3)}`]
  return [word, `${word} ${next}`, word.slice(0, 3), `coffee ${at * 997}`, typo, `${typo} ${next}`]
})

/** Measures how long one in a hundred searches takes at least in a shop with 10,000 products. */
export async function measureSearch(shop: BenchShop, pace: Pace): Promise<Figure[]> {
  addProducts(shop)
  return inOpenShop(shop, async ({ url }) => {
    const [paced, busy]: [number[], number[]] = [[], []]
    await searchWithoutPause(url, pace.warmUpSeconds)
    while (paced.length < pace.rounds) {
      paced.push(await searchAtRate(url, pace.seconds * 5))
      busy.push(await searchWithoutPause(url, pace.seconds * 5))
    }
    const name = 'search in 10,000 products, p99'
    return [
      { name: `${name} at ${PER_SECOND} a second`, unit: 'ms', ours: paced, atMost: 10 },
      { name: `${name} without a pause`, unit: 'ms', ours: busy, atMost: 20 },
    ]
  })
}

let searched = 0

/** Returns the path of a search. Every second text has not been searched for before, so it is not cached. */
function nextSearch(): string {
  const text = texts[(searched >> 1) % texts.length] ?? ''
  const q = searched % 2 === 0 ? text : `${text} ${(searched * 7919) % PRODUCTS}`
  searched++
  return `/api/search?${new URLSearchParams({ q, limit: '6' })}`
}

async function searchAtRate(url: string, seconds: number): Promise<number> {
  const times = await atRate({ seconds, perSecond: PER_SECOND }, async () => {
    const sent = performance.now()
    const response = await fetch(url + nextSearch())
    if (!response.ok) throw new Error(`A search got ${response.status}.`)
    await response.arrayBuffer()
    return performance.now() - sent
  })
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

async function searchWithoutPause(url: string, duration: number): Promise<number> {
  const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: nextSearch() }) }]
  const { latency, non2xx, errors } = await autocannon({ url, connections: CLIENTS, duration, requests })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} searches failed.`)
  return latency.p99
}

/** Adds products to a stopped shop, with the words by which they are found. */
function addProducts({ env }: BenchShop): void {
  const database = openForFilling(env.DATA_DIR)
  database.exec("CREATE TEMP TABLE product AS SELECT * FROM products WHERE kind = 'coffee' LIMIT 1")
  const rename = database.prepare('UPDATE product SET id = new_id(), name = ?')
  const add = database.prepare('INSERT INTO products SELECT * FROM product')
  const index = database.prepare(`INSERT INTO product_search (product_id, name, notes, facts, about)
    SELECT id, lower(name), ?, '', '' FROM product`)
  for (let at = 0; at < PRODUCTS; at++) {
    rename.run(`Coffee ${at}`)
    add.run()
    index.run([1, 3, 7].map((step) => WORDS[(at * step) % WORDS.length] ?? '').join(' '))
  }
  database.exec('COMMIT')
  database.close()
}
