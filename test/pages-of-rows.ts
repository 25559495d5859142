import type { TestPerson } from './shop.ts'

type Table =
  | 'GET /allProducts'
  | 'GET /fullProducts'
  | 'GET /allUser'
  | 'GET /messages'
  | 'GET /outbox'
  | 'GET /audit'

export type PageQuery = Record<string, string>

/**
 * Returns the query string parameters of the next page from the `Link` header of a response. Returns null on the last
 * page.
 */
function nextQuery(link: unknown): PageQuery | null {
  if (typeof link !== 'string') return null
  const [, address] = /^<(.+)>; rel="next"$/.exec(link) ?? []
  if (!address) throw new Error(`Not a link to a next page: ${link}`)
  return Object.fromEntries(new URL(address, 'http://shop.example').searchParams)
}

type Walk = { table: Table; query: PageQuery; between?: () => Promise<void> }

/**
 * Requests all pages of a table one after the other, and returns the rows of each page. `between` is called after
 * every page.
 */
export async function walk(
  person: TestPerson,
  { table, query, between }: Walk,
): Promise<{ _id: string }[][]> {
  const pages: { _id: string }[][] = []
  for (let next: PageQuery | null = query; next && pages.length < 200;) {
    const { answer, headers } = await person.send(table, { query: next })
    pages.push(answer)
    next = nextQuery(headers['link'])
    await between?.()
  }
  return pages
}
