import type { Hit } from '#contract/dashboard.ts'
import { foldWords } from '#server/catalogue/search/fold-words.ts'
import { findWords } from '#server/catalogue/search/find-words.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { encodeCursor } from '#server/platform/tables/keyset.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { findEntries, findNumber, hasPrefixes, hasWords, toPrefixes } from './find-entries.ts'
import type { Question } from './find-entries.ts'
import { readOrders, readPeople } from './read-entries.ts'
import type { Entry } from './read-entries.ts'

const MAX_WORDS = 8
/** How many of each kind are found at most. */
const LIMITS = { product: 3, account: 4, order: 10, message: 4 }
/** The kinds of entries in the order in which they are shown. */
const KINDS = ['account', 'order', 'message'] as const
const MESSAGE_START = 100

type Ranked = { isExact: boolean; hit: Hit | undefined }

/**
 * Finds what has all words of a text, or words that begin with them, in any order: the order with this number, then what has
 * the words themselves, then what has longer ones. Packers find orders and messages, nothing by an email address, and
 * see none that was entered as a name.
 */
export async function answerFind(database: ShopDatabase, text: string, isAdmin: boolean): Promise<Hit[]> {
  // The results call an order "Order 47", so that people type it like that.
  const words = [...new Set(foldWords(text.replace(/^\s*order\s+(?=#?\d)/i, '')))].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const question = { words, byEmail: isAdmin }
  const prefixes = loadOnce(() => toPrefixes(database, question))
  const kinds = KINDS.filter((kind) => isAdmin || kind !== 'account')
  const [numbered, products, ...found] = await Promise.all([
    findNumber(database, question),
    isAdmin ? findProducts(database, question) : [],
    ...kinds.map((kind) => findEntries(database, question, { kind, limit: LIMITS[kind], prefixes })),
  ])
  const entries = found.flat().filter(({ position }) => position !== numbered[0]?.position)
  const hits = await readHits(database.read, [...numbered, ...entries])
  const ranked: Ranked[] = [
    ...products,
    ...entries.map(({ position, isExact }) => ({ isExact, hit: hits.get(position) })),
  ]
  return [
    ...numbered.map(({ position }) => hits.get(position)),
    ...ranked.toSorted((a, b) => Number(b.isExact) - Number(a.isExact)).map(({ hit }) => hit),
  ]
    .filter((hit) => hit !== undefined)
    .map((hit) => (isAdmin || !hit.title.includes('@') ? hit : { ...hit, title: '' }))
}

/** Finds products on sale by their names. The index of the shop's own search has their words. */
async function findProducts(database: ShopDatabase, question: Question): Promise<Ranked[]> {
  const groups = question.words.map((word) => [[{ word, isPrefix: true }]])
  const ids = await findWords(database, groups, 20)
  if (ids.length === 0) return []
  const rows = await database.read
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', 'products.name', 'kind', 'category', 'brands.name as brand'])
    .where('products.id', 'in', ids)
    .execute()
  return rows
    .map(({ name, ...row }) => ({ ...row, name, folded: foldWords(name).join(' ') }))
    .filter(({ folded }) => hasPrefixes(folded, question))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .slice(0, LIMITS.product)
    .map(({ id, name, kind, category, brand, folded }) => ({
      isExact: hasWords(folded, question),
      hit: { kind: kind === 'coffee' ? 'coffee' : 'bag', id, title: name, note: brand ?? category ?? '' },
    }))
}

async function readHits(db: Db, entries: Entry[]): Promise<Map<number, Hit>> {
  const [orders, people] = await Promise.all([readOrders(db, entries), readPeople(db, entries)])
  return new Map<number, Hit>([
    ...orders.map(
      ({ position, id, customer, email, state, created_at, address, lines, gift }): [number, Hit] => {
        const place = address && `${address.postcode} ${address.city}`.trim()
        const note = [place, ...new Set(lines.map((line) => line.product_name))].filter(Boolean).join(', ')
        const order = { id, title: customer, number: position, state, at: created_at, ...(gift && { gift }) }
        return [position, { kind: 'order', ...order, note: note.slice(0, MESSAGE_START), email }]
      },
    ),
    ...people.map(({ position, id, name, email, message, created_at }): [number, Hit] => {
      const person = { id, title: name, email, note: message.slice(0, MESSAGE_START) }
      if (message === '') return [position, { kind: 'account', ...person }]
      // The inbox is sorted by id from the last to the first, so that the page after this text begins with the message.
      const after = encodeCursor([`${id}~`, `${id}~`])
      return [position, { kind: 'message', ...person, at: created_at, after }]
    }),
  ])
}
