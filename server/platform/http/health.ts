import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { Database } from '../database/database.ts'
import { Readiness } from '../readiness.ts'
import { sendProblem } from './errors.ts'

/**
 * Serves the routes by which a process supervisor, such as Docker, checks the shop. `/healthz` returns 200 while the
 * process works and need not be restarted. `/readyz` returns 200 while the shop can serve requests. The reason why the
 * shop is not ready is logged but not sent, because it can contain names of files and hosts.
 */
export function healthRoutes<Tables>(app: FastifyInstance, database: Database<Tables>): Readiness {
  const readiness = new Readiness({
    check: () => database.check(),
    report: (reason) => (reason ? app.log.error({ err: reason }, 'not ready') : app.log.warn('ready again')),
  })
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (!(await readiness.isReady())) return sendProblem(reply, new Problem('out-of-order'))
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  return readiness
}
