import type { IncomingMessage } from 'node:http'
import { requestName } from '../clock.ts'

/** The ids that are taken from a proxy. They contain nothing that has a meaning in SQL, HTML or a log. */
const WELL_FORMED = /^[A-Za-z0-9-]{1,64}$/

/**
 * Returns a function that gives each request its id, which is in its log lines and its response. Behind a proxy, the
 * proxy's header `X-Request-Id` is the id. Otherwise any client could choose it, so a new id is made.
 */
export function requestIds({ trustProxy }: { trustProxy: boolean }): (request: IncomingMessage) => string {
  if (!trustProxy) return requestName
  return ({ headers }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && WELL_FORMED.test(given) ? given : requestName()
  }
}
