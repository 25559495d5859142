import { tracedRequest } from './trace-requests.ts'

/**
 * Returns the statement with the id of the request as a comment before it, if requests are traced. The id is then in
 * `pg_stat_activity` and in the log of PostgreSQL. Each request has another comment, so a prepared statement would
 * never be used twice: statements are not named then.
 */
export function withRequestComment(sql: string): string {
  const request = tracedRequest()
  // The id may come from a proxy, so its characters are checked here once more: it must not end the comment.
  return request !== null && /^[A-Za-z0-9-]+$/.test(request) ? `/* request=${request} */ ${sql}` : sql
}
