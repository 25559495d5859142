import type { TestPerson } from './shop.ts'

type Table =
  | 'GET /allProducts'
  | 'GET /fullProducts'
  | 'GET /allUser'
  | 'GET /messages'
  | 'GET /outbox'
  | 'GET /audit'

export type PageQuery = Record<string, string>

type Rows = { _id: string }[]

type Walk = { table: Table; query: PageQuery; between?: () => Promise<void> }

/**
 * Requests all pages of a table one after the other, and returns the rows of each page. `between` is called after
 * every page.
 */
export async function walk(person: TestPerson, way: Walk): Promise<Rows[]> {
  return (await follow(person, way, 'next')).pages
}

/**
 * Requests all pages of a table one after the other, and then from the last page back to the first. Returns the rows of
 * each page in the order of the table: `there` of the pages on the way there, and `back` of those on the way back.
 */
export async function walkThereAndBack(
  person: TestPerson,
  way: Walk,
): Promise<{ there: Rows[]; back: Rows[] }> {
  const there = await follow(person, way, 'next')
  const back = await follow(person, { ...way, query: there.last }, 'prev')
  return { there: there.pages, back: back.pages.toReversed() }
}

async function follow(person: TestPerson, { table, query, between }: Walk, relation: 'next' | 'prev') {
  const pages: Rows[] = []
  let last = query
  for (let next: PageQuery | null = query; next && pages.length < 200;) {
    const { answer, headers } = await person.send(table, { query: next })
    pages.push(answer)
    last = next
    next = linkedQuery(headers['link'], relation)
    await between?.()
  }
  return { pages, last }
}

/**
 * Returns the query string parameters of the page before or after a response, from its header `Link`. Returns null if
 * there is none.
 */
function linkedQuery(link: unknown, relation: 'next' | 'prev'): PageQuery | null {
  if (typeof link !== 'string') return null
  const links = link.split(', ').map((text) => /^<(.+)>; rel="(next|prev)"$/.exec(text))
  if (links.includes(null)) throw new Error(`Not links to pages: ${link}`)
  const address = links.find((found) => found?.[2] === relation)?.[1]
  return address ? Object.fromEntries(new URL(address, 'http://shop.example').searchParams) : null
}
