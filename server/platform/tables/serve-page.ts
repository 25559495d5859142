import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import { encodeCursor } from './keyset.ts'
import type { List, Page, PageQuery, PageRange, Sorted } from './list.ts'

/**
 * Two ways to read the database: `read` for statements that are always quick, and `longRead` for those that may take
 * longer.
 */
export type Reads<DB> = Pick<Database<DB>, 'read' | 'longRead'>

/** A request for a page of a list: its validated query, and the reply to which the `Link` header is added. */
export type PageRequest<Q> = { query: Q; reply: FastifyReply }

/**
 * Reads the page of a list that a request asks for, and adds the URLs of the pages before and after it to the reply.
 */
export async function servePage<DB, TB extends keyof DB, R extends { id: string }, Q extends PageQuery>(
  database: Reads<DB>,
  list: List<DB, TB, R, Q>,
  request: PageRequest<Q>,
): Promise<Sorted<R>[]> {
  const page = list.pageOf(request.query)
  const found = await list.read(readFor(database, page), withOneMore(page))
  return linkPage(request, page, found)
}

/** Returns the page with one more row. Whether that row exists says whether there is another page. */
export function withOneMore<DB>(page: Page<DB>): Page<DB> {
  return { ...page, limit: page.limit + 1 }
}

/**
 * Returns the connection on which a page is read. Without filters, reading along an index is quick from any cursor,
 * so this is `read`. With a filter, the matching rows may be far apart in the index, so it is `longRead`.
 */
export function readFor<DB>({ read, longRead }: Reads<DB>, { conditions }: Page<DB>): Kysely<DB> {
  return conditions.length > 0 ? longRead : read
}

/**
 * Returns the rows of a page, which are at most `limit` of those that were found. Adds the header `Link` (RFC 8288) with
 * the URLs of the pages before and after it, as `rel="prev"` and `rel="next"`, if there are any.
 */
export function linkPage<R extends { id: string }>(
  { query, reply }: PageRequest<PageQuery>,
  { cursor, isBefore, limit }: PageRange,
  found: Sorted<R>[],
): Sorted<R>[] {
  const rows = isBefore ? found.slice(-limit) : found.slice(0, limit)
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return rows
  const hasMore = found.length > limit
  const hasPrevious = isBefore ? hasMore : cursor !== null
  const hasNext = isBefore || hasMore
  const path = reply.request.url.split('?', 1)[0]
  const others = Object.entries(query).filter(([name]) => name !== 'after' && name !== 'before')
  const linkTo = (relation: 'prev' | 'next', name: 'before' | 'after', { sorted_by, id }: Sorted<R>) =>
    `<${path}?${new URLSearchParams([...others, [name, encodeCursor([sorted_by, id])]])}>; rel="${relation}"`
  const links = [
    hasPrevious ? linkTo('prev', 'before', first) : [],
    hasNext ? linkTo('next', 'after', last) : [],
  ].flat()
  if (links.length > 0) reply.header('link', links.join(', '))
  return rows
}
