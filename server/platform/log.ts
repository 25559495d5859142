import type { FastifyInstance } from 'fastify'
import { now } from './clock.ts'

/**
 * The options of the logger. On a terminal, only warnings and errors are logged, because a line for each response
 * would hide them. Otherwise each response is logged as one JSON line, without query string, headers and body.
 */
export const logOptions = {
  level: process.stdout.isTTY ? 'warn' : 'info',
  base: null,
  serializers: { err: describeError },
}

type Failure = { type: string; message: string; stack: string; code?: unknown; cause?: Failure }

/**
 * Returns the parts of an error that are logged, which are enough to find a bug. All other properties are left out.
 * Those of a database error can contain values with personal data.
 */
function describeError(error: Error): Failure {
  const { name, message, stack = '', cause } = error
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}

/** The destination of the log. Each line is a JSON object. */
export type LogStream = { write: (line: string) => void }

const FLUSH_MS = 100
/** A batch with more characters than this is written immediately, without waiting for the timer. */
const FULL_BATCH = 64 * 1024
/**
 * The maximum number of characters that wait to be written to standard output. Further lines are dropped and counted.
 */
const MAX_WAITING = 1024 * 1024

/**
 * Returns a log stream that writes lines to standard output in batches, one write at a time. While the reader of the
 * output stalls or has ended, or the disk is full, at most `MAX_WAITING` characters are kept and further lines are
 * dropped. The next batch begins with the number of dropped lines. When the process exits, waiting lines are still
 * written, unless the process is killed.
 */
export function batchedLog(output: Output = process.stdout): LogStream {
  let batch = { text: '', lines: 0 }
  let dropped = 0
  let isWriting = false
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (isWriting || batch.lines === 0) return
    const { text, lines } = batch
    const lost = dropped
    batch = { text: '', lines: 0 }
    dropped = 0
    isWriting = true
    output.write(lost > 0 ? droppedLine(lost) + text : text, (error) => {
      isWriting = false
      if (error) dropped += lost + lines
      if (batch.lines > 0) schedule()
    })
  }

  function schedule(): void {
    if (batch.text.length > FULL_BATCH) flush()
    else timer ??= setTimeout(flush, FLUSH_MS).unref()
  }

  for (const stream of [output, process.stderr]) survive(stream)
  process.on('exit', () => batch.lines > 0 && output.write(batch.text, () => undefined))
  return {
    write: (line) => {
      if (batch.text.length + line.length > MAX_WAITING) {
        dropped += 1
        return
      }
      batch.text += line
      batch.lines += 1
      schedule()
    },
  }
}

/** The members of `process.stdout` that this file uses. */
type Output = {
  write: (text: string, done: (error?: Error | null) => void) => unknown
  on: (event: 'error', listener: () => void) => unknown
  isTTY?: boolean
}
type Terminal = Output & { _handle?: { setBlocking?: (isBlocking: boolean) => void } }

/**
 * Ensures that a failed write to the stream does not end the process, and that a paused terminal does not block it.
 */
function survive(stream: Output): void {
  stream.on('error', () => undefined)
  // By default, Node's writes to a terminal block, so pausing it with Ctrl-S would stop the whole shop. Only the
  // internal method `setBlocking` changes that.
  if (stream.isTTY) (stream as Terminal)._handle?.setBlocking?.(false)
}

/**
 * Returns the log line with the number of dropped lines. The text begins with a line break, because a failed write
 * may have left an incomplete line before it.
 */
function droppedLine(lines: number): string {
  return `\n${JSON.stringify({ level: 40, time: now(), lines, msg: 'log lines dropped' })}\n`
}

/** Logs each response. `route` is the pattern of its address. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { method, routeOptions } = request
    const ms = Math.round(elapsedTime * 10) / 10
    request.log.info({ method, route: routeOptions.url ?? 'page', status, ms })
    done()
  })
}
