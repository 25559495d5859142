import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import { writePlace } from './keyset.ts'
import type { List, Page, PageQuery, Sorted } from './list.ts'

/** The two ways to read: `read` for statements that are always quick, and `longRead` for those that may take longer. */
export type Reads<DB> = Pick<Database<DB>, 'read' | 'longRead'>

/** A request for a page: its validated query, and the response that gets the `Link` header. */
export type PageRequest<Q> = { query: Q; reply: FastifyReply }

/** Reads the page that a request asks for, and adds the `Link` header to the next page. */
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
 * Returns the way to read a page. Reading along an index is quick from any cursor. With a filter, the matching rows may
 * be far apart in the index, which takes longer.
 */
export function readFor<DB>({ read, longRead }: Reads<DB>, { conditions }: Page<DB>): Kysely<DB> {
  return conditions.length > 0 ? longRead : read
}

/** Sets `Link: <…>; rel="next"` (RFC 8288) to the page after these rows, unless there are fewer than `limit`. */
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
