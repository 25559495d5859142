import type { FastifyInstance } from 'fastify'
import { now } from './clock.ts'

/**
 * The log has one JSON line for each response, without query string, headers and body. On a terminal only warnings and
 * errors are logged, because the lines of all responses would hide them.
 */
export const logOptions = {
  level: process.stdout.isTTY ? 'warn' : 'info',
  base: null,
  serializers: { err: describeError },
}

type Failure = { type: string; message: string; stack: string; code?: unknown; cause?: Failure }

/**
 * Returns the parts of an error that help to find a bug. Errors of a database have further parts, such as values with
 * personal data.
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

/** Receives the lines of the log. Each is a JSON object. */
export type LogStream = { write: (line: string) => void }

const FLUSH_MS = 100
/** A batch of this many characters is written without waiting for the timer. */
const FULL_BATCH = 64 * 1024
/** The maximum number of characters that wait for standard output. Further lines are dropped and counted. */
const MOST_WAITING = 1024 * 1024

/**
 * Writes lines to standard output in batches, one write at a time. While the reader stalls or has ended, or the disk is
 * full, at most `MOST_WAITING` characters are kept. The number of lost lines is logged with the next batch. Waiting
 * lines are written when the process exits, unless it is killed.
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
      if (batch.text.length + line.length > MOST_WAITING) {
        dropped += 1
        return
      }
      batch.text += line
      batch.lines += 1
      schedule()
    },
  }
}

/** The part of `process.stdout` that is used here. */
type Output = {
  write: (text: string, done: (error?: Error | null) => void) => unknown
  on: (event: 'error', listener: () => void) => unknown
  isTTY?: boolean
}
type Terminal = Output & { _handle?: { setBlocking?: (isBlocking: boolean) => void } }

/** Prevents a failed write from ending the process, and a stopped terminal from blocking it. */
function survive(stream: Output): void {
  stream.on('error', () => undefined)
  // Node's writes to a terminal block, so Ctrl-S would stop the shop. Only this method of the stream's handle changes
  // that.
  if (stream.isTTY) (stream as Terminal)._handle?.setBlocking?.(false)
}

/**
 * Returns the line about dropped lines. It begins with a line break, because a failed write may have left an incomplete
 * line.
 */
function droppedLine(lines: number): string {
  return `\n${JSON.stringify({ level: 40, time: now(), lines, msg: 'log lines dropped' })}\n`
}

export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page'
    request.log.info({
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
    done()
  })
}
