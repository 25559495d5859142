import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import { writePlace } from './keyset.ts'
import type { List, Page, PageQuery, Sorted } from './list.ts'

/**
 * Two ways to read the database: `read` for statements that are always quick, and `longRead` for those that may take
 * longer.
 */
export type Reads<DB> = Pick<Database<DB>, 'read' | 'longRead'>

/** A request for a page of a list: its validated query, and the reply to which the `Link` header is added. */
export type PageRequest<Q> = { query: Q; reply: FastifyReply }

/**
 * Reads the page of a list that a request asks for. If there may be a next page, adds its URL to the reply as the
 * header `Link`.
 */
export async function servePage<DB, TB extends keyof DB, R extends { id: string }, Q extends PageQuery>(
  database: Reads<DB>,
  list: List<DB, TB, R, Q>,
  { query, reply }: PageRequest<Q>,
): Promise<Sorted<R>[]> {
  const page = list.pageOf(query)
  const rows = await list.read(readFor(database, page), page)
  linkNext({ query, reply }, rows, page.limit)
  return rows
}

/**
 * Returns the connection on which a page is read. Without filters, reading along an index is quick from any cursor,
 * so this is `read`. With a filter, the matching rows may be far apart in the index, so it is `longRead`.
 */
export function readFor<DB>({ read, longRead }: Reads<DB>, { conditions }: Page<DB>): Kysely<DB> {
  return conditions.length > 0 ? longRead : read
}

/**
 * Adds `Link: <…>; rel="next"` (RFC 8288) with the URL of the page after these rows. If there are fewer rows than
 * `limit`, there is no next page, and no header is added.
 */
export function linkNext(
  { query, reply }: PageRequest<PageQuery>,
  rows: Sorted<{ id: string }>[],
  limit: number,
): void {
  const last = rows.at(-1)
  if (!last || rows.length < limit) return
  const next = new URLSearchParams({ ...query, after: writePlace([last.sorted_by, last.id]) })
  const path = reply.request.url.split('?', 1)[0]
  reply.header('link', `<${path}?${next}>; rel="next"`)
}
