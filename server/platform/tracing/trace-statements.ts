import type { PoolClient } from 'pg'
import { tracedRequest } from './trace-requests.ts'

/**
 * Makes a new connection of the pool send the id of the request as a comment before each statement, so that it is in
 * `pg_stat_activity` and in the log of PostgreSQL. Each request has another comment, so a prepared statement would
 * never be used twice: statements are not named then.
 */
export function traceStatements(client: PoolClient): void {
  const { query } = client
  const traced = (...[statement, ...rest]: unknown[]): unknown =>
    Reflect.apply(query, client, [withComment(statement), ...rest])
  Object.assign(client, { query: traced })
}

function withComment(statement: unknown): unknown {
  if (typeof statement === 'string') return withRequestComment(statement)
  if (!isConfig(statement)) return statement
  return { ...statement, text: withRequestComment(statement.text), name: undefined }
}

/** Returns the statement with the id of the request as a comment before it, if requests are traced. */
function withRequestComment(sql: string): string {
  const request = tracedRequest()
  // The id may come from a proxy, so its characters are checked here once more: it must not end the comment.
  return request !== null && /^[A-Za-z0-9-]+$/.test(request) ? `/* request=${request} */ ${sql}` : sql
}

/** Returns whether this is a plain object with the text of a query, and not a query object with methods. */
function isConfig(statement: unknown): statement is { text: string } {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return false
  return 'text' in statement && typeof statement.text === 'string'
}
