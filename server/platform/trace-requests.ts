import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

const requests = new AsyncLocalStorage<string>()

/**
 * Remembers the id of the request for everything that runs because of it. That costs some time for each promise, so it
 * is only done if statements are traced.
 *
 * The body of a request arrives in callbacks of its connection, for which the id is not known. The second hook runs
 * after that and sets the id again.
 */
export function traceRequests(app: FastifyInstance): void {
  const withId: onRequestHookHandler = ({ id }, _reply, done) => requests.run(id, done)
  app.addHook('onRequest', withId).addHook('preValidation', withId)
}

/**
 * Returns the statement with the id of the request as a comment before it, if requests are traced. The id is then in
 * `pg_stat_activity` and in the log of PostgreSQL. Each request has another comment, so a prepared statement would
 * never be used twice: statements are not named then.
 */
export function withRequestComment(sql: string): string {
  const request = requests.getStore()
  // The id may come from a proxy, so its characters are checked here once more: it must not end the comment.
  return request !== undefined && /^[A-Za-z0-9-]+$/.test(request) ? `/* request=${request} */ ${sql}` : sql
}
