import type { FastifyInstance } from 'fastify'

/**
 * One JSON line for each answer: never an address with its query, a header, a body. On a terminal only warnings and
 * errors, so that a person sees what concerns them.
 */
export const logOptions = { level: process.stdout.isTTY ? 'warn' : 'info', base: null, serializers: { err: inShort } }

type Failure = { type: string; message: string; stack: string; code?: unknown; cause?: Failure }

/** What a bug is found by. A database's error also carries the values it was given, which are people's own. */
function inShort(error: Error): Failure {
  const { name, message, stack = '', cause } = error
  return { type: name, message, stack, ...('code' in error && { code: error.code }), ...(cause instanceof Error && { cause: inShort(cause) }) }
}

/** Takes the log's lines, each a JSON object. */
export type LogStream = { write: (line: string) => void }

const FLUSH_MS = 100
const MOST_WAITING = 64 * 1024

/**
 * Standard output, written to a few times a second instead of for every line; what waits is written when the process
 * ends, unless it is killed.
 */
export function batchedLog(): LogStream {
  let waiting = ''
  let timer: NodeJS.Timeout | null = null
  function flush(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (waiting) process.stdout.write(waiting)
    waiting = ''
  }
  process.on('exit', flush)
  return {
    write: (line) => {
      waiting += line
      if (waiting.length > MOST_WAITING) flush()
      else timer ??= setTimeout(flush, FLUSH_MS).unref()
    },
  }
}

export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page'
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 })
    done()
  })
}
