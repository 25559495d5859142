import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** One request as it goes over the wire; `next` is asked for each, so that a load can vary. */
export type Load = { port: number; clients: number; seconds: number; next: (client: number, count: number) => Buffer }

export type Result = { perSecond: number; p99Ms: number; failed: number }

/**
 * Keep-alive clients over plain sockets, each with one request under way: as little work of our own as can be, so
 * that the server is what is measured. Answers of any status other than 2xx and 3xx count as failed.
 */
export async function runLoad(load: Load): Promise<Result> {
  const times: number[] = []
  const until = performance.now() + load.seconds * 1000
  const started = performance.now()
  const counts = await Promise.all(Array.from({ length: load.clients }, (_, client) => runClient(load, { client, until, times })))
  const seconds = (performance.now() - started) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const done = counts.reduce((sum, { done: some }) => sum + some, 0)
  const failed = counts.reduce((sum, { failed: some }) => sum + some, 0)
  return { perSecond: done / seconds, p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0, failed }
}

type Run = { client: number; until: number; times: number[] }
type Count = { done: number; failed: number }

function runClient(load: Load, { client, until, times }: Run): Promise<Count> {
  const { promise, resolve, reject } = Promise.withResolvers<Count>()
  const count: Count = { done: 0, failed: 0 }
  const socket: Socket = connect(load.port, '127.0.0.1')
  socket.setNoDelay(true)
  let sentAt = 0
  let rest: Buffer = Buffer.alloc(0)
  let missing = 0
  const send = () => {
    sentAt = performance.now()
    socket.write(load.next(client, count.done))
  }
  const finish = () => {
    count.done += 1
    const now = performance.now()
    if (count.done % 8 === 0) times.push(now - sentAt)
    if (now < until) return send()
    socket.end()
    resolve(count)
  }
  socket.on('connect', send)
  socket.on('error', reject)
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
      if (missing <= 0) finish()
      return
    }
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = rest.toString('latin1', 0, end)
    if (head.charCodeAt(9) !== 50 && head.charCodeAt(9) !== 51) count.failed += 1
    missing = bodyLength(head) - (rest.length - end - 4)
    rest = Buffer.alloc(0)
    if (missing <= 0) finish()
  })
  return promise
}

function bodyLength(head: string): number {
  const at = head.toLowerCase().indexOf('content-length:')
  return at < 0 ? 0 : Number.parseInt(head.slice(at + 15), 10)
}

/** A request as text, ready to be sent. */
export function request(line: string, headers: Record<string, string> = {}, body = ''): Buffer {
  const all: Record<string, string> = { host: 'localhost', ...headers, ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
