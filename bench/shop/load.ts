import { connect } from 'node:net'
import type { Socket } from 'node:net'

/**
 * Keep-alive clients on a port, each with one request under way. `next` is asked for each request, so that a load can
 * vary; `heard` is told each answer's body where the next request depends on it; `isAmid` says who has begun something
 * that is to be ended when the time is over.
 */
export type Load = {
  port: number
  clients: number
  seconds: number
  /** At most so many requests a second, all clients together; else as many as are answered. */
  perSecond?: number
  next: (client: number, count: number) => Buffer
  heard?: (client: number, body: string) => void
  isAmid?: (client: number) => boolean
}

/** Times of the answers in milliseconds, sorted; answers of any status other than 2xx and 3xx count as failed. */
export type Result = { perSecond: number; times: number[]; failed: number; firstFailure: string }

/** Loads a port over plain sockets: as little work of our own as can be, so that the server is what is measured. */
export async function runLoad(load: Load): Promise<Result> {
  const started = performance.now()
  const run: Run = {
    load,
    until: started + load.seconds * 1000,
    times: [],
    done: 0,
    failed: 0,
    firstFailure: '',
  }
  await Promise.all(Array.from({ length: load.clients }, (_, client) => runClient(run, client)))
  const seconds = (performance.now() - started) / 1000
  const { times, done, failed, firstFailure } = run
  return { perSecond: done / seconds, times: times.toSorted((a, b) => a - b), failed, firstFailure }
}

/** The load's requests a second; throws when one was refused. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { perSecond, failed, firstFailure } = await runLoad(load)
  if (failed > 0) throw new Error(`${failed} of the requests under load were refused:\n${firstFailure}`)
  return perSecond
}

type Run = { load: Load; until: number; times: number[]; done: number; failed: number; firstFailure: string }

function runClient(run: Run, client: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { load } = run
  const socket: Socket = connect(load.port, '127.0.0.1')
  const reader = new AnswerReader(load.heard !== undefined)
  const intervalMs = load.perSecond ? (1000 * load.clients) / load.perSecond : 0
  let count = 0
  let sentAt = 0
  const send = () => {
    sentAt = performance.now()
    socket.write(load.next(client, count))
  }
  const finish = (): unknown => {
    count += 1
    const now = performance.now()
    run.done += 1
    run.times.push(now - sentAt)
    if (!reader.succeeded) {
      run.failed += 1
      run.firstFailure ||= reader.head
    } else load.heard?.(client, reader.body)
    if (now < run.until || (run.failed === 0 && load.isAmid?.(client)))
      return intervalMs > 0 ? setTimeout(send, Math.max(0, sentAt + intervalMs - now)) : send()
    socket.destroy()
    return resolve()
  }
  socket.setNoDelay(true)
  socket.on('connect', send)
  socket.on('error', reject)
  socket.on('data', (chunk: Buffer) => {
    if (reader.take(chunk)) finish()
  })
  return promise
}

/** Reads answers that say how long they are, one after the other. */
class AnswerReader {
  head = ''
  body = ''
  succeeded = false
  #rest: Buffer = Buffer.alloc(0)
  #missing = 0
  readonly #wantsBody: boolean

  constructor(wantsBody: boolean) {
    this.#wantsBody = wantsBody
  }

  /** Takes what came; true when an answer is complete. */
  take(chunk: Buffer): boolean {
    if (this.#missing > 0) return this.#takeBody(chunk)
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end < 0) return false
    this.head = this.#rest.toString('latin1', 0, end)
    this.succeeded = this.head.charCodeAt(9) === 50 || this.head.charCodeAt(9) === 51
    this.#missing = bodyLength(this.head)
    this.body = ''
    const begun = this.#rest.subarray(end + 4)
    this.#rest = Buffer.alloc(0)
    return this.#takeBody(begun)
  }

  #takeBody(chunk: Buffer): boolean {
    if (this.#wantsBody) this.body += chunk
    this.#missing -= chunk.length
    return this.#missing <= 0
  }
}

function bodyLength(head: string): number {
  const at = head.toLowerCase().indexOf('content-length:')
  return at < 0 ? 0 : Number.parseInt(head.slice(at + 15), 10)
}

/** A request as text, ready to be sent. */
export function request(line: string, headers: Record<string, string> = {}, body = ''): Buffer {
  const all: Record<string, string> = {
    host: 'localhost',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
