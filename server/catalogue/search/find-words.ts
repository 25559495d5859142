import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { Word } from './vocabulary.ts'

/** A word to find. With `isPrefix`, words that begin with it are found, too. */
export type Term = { word: string; isPrefix: boolean }

/** What must be found: one of the alternatives, of which each may be several words. */
export type Group = Term[][]

/** The id of a coffee, or of a bag that belongs to none, and the folded name of the product that was found. */
type Hit = { id: string; name: string }

const COLUMNS = ['name', 'notes', 'facts', 'about']
/** The columns in which all words have to be, so that a product comes before others. */
const TIERS = [['name'], ['name', 'notes'], ['name', 'notes', 'facts']]

type Source = Pick<ShopDatabase, 'read' | 'dialect'>

/**
 * Finds the products that have all groups of words. Those with all words in the name come first, then those that need
 * their notes, their facts, and their description. Each search stops when it has found `limit`, so that one for a
 * frequent word takes no longer. The first one is for all columns, because most find little or nothing.
 */
export async function findWords(source: Source, groups: Group[], limit: number): Promise<string[]> {
  const sorted = async (columns: string[]) => {
    const hits = await findIn(source, groups, { columns, limit })
    return hits.toSorted(byName(groups)).map(({ id }) => id)
  }
  const all = await sorted(COLUMNS)
  const max = all.length < limit ? new Set(all).size : limit
  const found = new Set<string>()
  for (const columns of TIERS) {
    if (found.size >= max) break
    for (const id of await sorted(columns)) found.add(id)
  }
  return [...found.union(new Set(all))].slice(0, limit)
}

type Tier = { columns: string[]; limit: number }

async function findIn({ read, dialect }: Source, groups: Group[], { columns, limit }: Tier): Promise<Hit[]> {
  const condition = dialect === 'sqlite' ? matchIn(groups, columns) : tsqueryIn(groups, columns)
  const { rows } = await sql<Hit>`SELECT COALESCE(coffees.id, products.id) AS id, product_search.name
    FROM product_search
    JOIN products ON products.id = product_search.product_id
    LEFT JOIN products AS coffees ON coffees.id = products.coffee_id AND coffees.archived_at IS NULL
    WHERE ${condition} AND products.archived_at IS NULL LIMIT ${limit}`.execute(read)
  return rows
}

/** Names that begin with the first word come first, and then names are in the order of the alphabet. */
function byName(groups: Group[]): (a: Hit, b: Hit) => number {
  const [{ word } = { word: '' }] = groups.flat(2)
  const isLater = ({ name }: Hit) => Number(!name.startsWith(word))
  return (a, b) => isLater(a) - isLater(b) || (a.name < b.name ? -1 : Number(a.name > b.name))
}

/** https://www.sqlite.org/fts5.html#full_text_query_syntax. Words contain only letters and digits. */
function matchIn(groups: Group[], columns: string[]): RawBuilder<unknown> {
  const terms = ({ word, isPrefix }: Term) => `"${word}"${isPrefix ? ' *' : ''}`
  return sql`product_search MATCH ${`{${columns.join(' ')}} : (${joined(groups, terms, [' AND ', ' OR '])})`}`
}

/** https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY */
function tsqueryIn(groups: Group[], columns: string[]): RawBuilder<unknown> {
  const weights = 'ABCD'.slice(0, columns.length)
  const terms = ({ word, isPrefix }: Term) => `'${word}':${isPrefix ? '*' : ''}${weights}`
  return sql`product_search.words @@ CAST(${joined(groups, terms, [' & ', ' | '])} AS tsquery)`
}

function joined(groups: Group[], toText: (term: Term) => string, [and, or]: [string, string]): string {
  const each = (terms: Term[]) => `(${terms.map(toText).join(and)})`
  return groups.map((alternatives) => `(${alternatives.map(each).join(or)})`).join(and)
}

/** Lists all words of the products on sale. */
export async function listWords({ read, dialect }: Source): Promise<Word[]> {
  const query =
    dialect === 'sqlite'
      ? sql<Word>`SELECT term AS word, doc AS count FROM product_search_words`
      : sql<Word>`SELECT word, ndoc AS count FROM ts_stat('SELECT words FROM product_search')`
  return (await query.execute(read)).rows
}
