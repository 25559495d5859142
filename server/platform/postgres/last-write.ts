import type { FastifyInstance } from 'fastify'
import { isWalPosition, requestPosition } from './wal-position.ts'
import type { RequestPosition } from './wal-position.ts'

const NAME = 'crema-last-write'
/** The time in seconds after which a client may read from a replica that has not replayed the client's last write. */
const SECONDS = 60
const IN_HEADER = new RegExp(`(?:^|; ?)${NAME}=([^;]*)`)

declare module 'fastify' {
  interface FastifyRequest {
    position: (RequestPosition & { before: string | null }) | null
  }
}

/**
 * Sets a cookie with the position in the database's log after a client's write, and reads it in the requests after
 * that. Clients that send no cookie at all, such as programs, could not return the position, so their reads never use a
 * replica. A browser of a signed-in user always sends the cookie of its session.
 */
export function rememberLastWrite(app: FastifyInstance, { https }: { https: boolean }): void {
  const attributes = `; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
  app.decorateRequest('position', null)
  // Not `onRequest`: reading a request's body would lose the context that `run` sets.
  app.addHook('preHandler', (request, _reply, done) => {
    const { cookie } = request.headers
    if (cookie === undefined) return done()
    const given = IN_HEADER.exec(cookie)?.[1] ?? ''
    const before = isWalPosition(given) ? given : null
    request.position = { lastWrite: before, before }
    requestPosition.run(request.position, done)
  })
  app.addHook('onSend', async ({ position }, reply) => {
    if (position && position.lastWrite !== position.before)
      reply.header('set-cookie', `${NAME}=${position.lastWrite}${attributes}`)
  })
}
