import type { FastifyInstance } from 'fastify'

/**
 * One JSON line for each answer: never an address with its query, a header, a body. On a terminal only warnings and
 * errors, so that a person sees what concerns them.
 */
export const logOptions = { level: process.stdout.isTTY ? 'warn' : 'info', base: null }

/** Takes the log's lines, each a JSON object. */
export type LogStream = { write: (line: string) => void }

export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page'
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 })
    done()
  })
}
