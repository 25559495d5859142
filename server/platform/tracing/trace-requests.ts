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

/** Returns the id of the request that is being handled, or null outside of any request. */
export function tracedRequest(): string | null {
  return requests.getStore() ?? null
}
