import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { foldedText } from '#server/catalogue/search/fold-words.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { readOrders, readPeople } from './read-entries.ts'

const BATCH = 200
/** How long requests have the database for themselves between two batches, in ms. */
const PAUSE_MS = 20

/**
 * Writes the words of the entries that have none: those of new orders, accounts and messages, and those whose texts have
 * changed. After an update of the shop, these are all that it has. The newest come first.
 */
export async function indexEntries(database: ShopDatabase, stopping?: AbortSignal): Promise<void> {
  // Most of the time there are none, and nothing is written.
  const { read, dialect, write } = database
  if ((await selectUnindexed(read).limit(1).execute()).length === 0) return
  for (;;) {
    const done = await write(({ tx }) => indexBatch(tx, dialect))
    if (done < BATCH || stopping?.aborted) return
    await sleep(PAUSE_MS)
  }
}

function selectUnindexed(db: Db) {
  return db.selectFrom('search_entries').select(['position', 'ref']).where('words', 'is', null)
}

/** Returns how many entries were written. */
async function indexBatch(tx: Db, dialect: ShopDatabase['dialect']): Promise<number> {
  const entries = await selectUnindexed(tx)
    .orderBy('position', 'desc')
    .limit(BATCH)
    // A transaction that changes the texts after they were read here waits, and then takes the words from the entry again.
    .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute()
  // Another process may be writing the others.
  if (entries.length === 0) return 0
  const texts = new Map([...(await textsOfOrders(tx, entries)), ...(await textsOfPeople(tx, entries))])
  // SQLite writes a full-text table fastest in the order of its rows.
  const rows = entries.toReversed().map(({ position }) => {
    const { words = [], emails = [] } = texts.get(position) ?? {}
    return sql`(${position}, ${foldedText(words)}, ${foldedText(emails)})`
  })
  await sql`WITH written (place, words, email) AS (VALUES ${sql.join(rows)})
    UPDATE search_entries SET words = written.words, email = written.email
    FROM written WHERE search_entries.position = CAST(written.place AS BIGINT)`.execute(tx)
  return entries.length
}

/** The texts by which an entry is found, and the email addresses, by which packers do not find it. */
type Texts = { words: (string | null | undefined)[]; emails: string[] }

async function textsOfOrders(tx: Db, entries: Parameters<typeof readOrders>[1]): Promise<[number, Texts][]> {
  const orders = await readOrders(tx, entries)
  return orders.map(({ position, email, customer, address, lines }) => {
    const coffees = lines.flatMap(({ product_name, brand, bag }) => [product_name, brand, bag])
    const { name, company, postcode, city } = address ?? {}
    return [position, textsOf(customer, email, [name, company, postcode, city, ...coffees])]
  })
}

async function textsOfPeople(tx: Db, entries: Parameters<typeof readPeople>[1]): Promise<[number, Texts][]> {
  const people = await readPeople(tx, entries)
  return people.map(({ position, name, email, message }) => [position, textsOf(name, email, [message])])
}

/** Some people enter their email address as their name. */
function textsOf(name: string, email: string, others: Texts['words']): Texts {
  return name.includes('@')
    ? { words: others, emails: [email, name] }
    : { words: [name, ...others], emails: [email] }
}
