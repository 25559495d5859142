import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import autocannon from 'autocannon'
import { newId } from '#server/platform/clock.ts'
import { inOpenShop, inserterFor } from './bench-shop.ts'
import type { BenchShop } from './bench-shop.ts'
import type { Figure } from './figures.ts'
import type { Pace } from './measure-calls.ts'

const PRODUCTS = 10_000
/** Each of them always has a search in flight, so the shop is fully busy. */
const CLIENTS = 4
const WORDS = [
  'lemon',
  'honey',
  'cocoa',
  'plum',
  'kenya',
  'washed',
  'espresso',
  'morning',
  'jasmine',
  'bergamot',
]

/** Single words, two words, unfinished ones, and words with a typo. */
const texts = WORDS.flatMap((word, at) => {
  const [next, typo] = [WORDS[(at + 1) % WORDS.length], `${word.slice(0, 2)}${word.slice(3)}`]
  return [word, `${word} ${next}`, word.slice(0, 3), `coffee ${at * 997}`, typo, `${typo} ${next}`]
})

/** Measures how long one in a hundred searches takes at most in a shop with 10,000 products. */
export async function measureSearch(shop: BenchShop, pace: Pace): Promise<Figure[]> {
  addProducts(shop)
  const requests = texts.map((q) => ({ path: `/api/search?${new URLSearchParams({ q, limit: '6' })}` }))
  return inOpenShop(shop, async ({ origin: url }) => {
    const run = (duration: number) => autocannon({ url, connections: CLIENTS, duration, requests })
    await run(pace.warmUpSeconds)
    const ours: number[] = []
    while (ours.length < pace.rounds) {
      const { latency, non2xx, errors } = await run(pace.seconds * 5)
      if (non2xx + errors > 0) throw new Error(`${non2xx + errors} searches failed.`)
      ours.push(latency.p99)
    }
    return [{ name: 'search in 10,000 products, p99', unit: 'ms', ours, atMost: 10 }]
  })
}

/** Adds products to a stopped shop, with the words by which they are found. */
function addProducts({ env }: BenchShop): void {
  const database = new DatabaseSync(join(env.DATA_DIR, 'crema.db'))
  const insert = inserterFor(database)
  const [like = {}] = database.prepare("SELECT * FROM products WHERE kind = 'coffee' LIMIT 1").all()
  database.exec('BEGIN')
  for (let index = 0; index < PRODUCTS; index++) {
    const product = { ...like, id: newId(), name: `Coffee ${index}` }
    const notes = [1, 3, 7].map((step) => WORDS[(index * step) % WORDS.length]).join(' ')
    insert('products', product)
    insert('product_search', { product_id: product.id, name: `coffee ${index}`, notes, facts: '', about: '' })
  }
  database.exec('COMMIT')
  database.close()
}
