import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from '../processes/free-port.ts'

export type Proxy = {
  url: string
  sleep: () => void
  deafen: () => void
  wake: () => void
  isAsleep: () => boolean
  close: () => void
}

/**
 * Starts a proxy between a shop and a database server. `sleep` stops all forwarding but closes no connection, and `wake`
 * continues it. `deafen` stops forwarding to clients that listen for notifications, now and later. `wake` ends both. With
 * `isPooler`, clients get another process id than that of their server process, as from PgBouncer. `close` closes all
 * connections and refuses new ones.
 */
export async function proxyTo(databaseUrl: string, { isPooler = false } = {}): Promise<Proxy> {
  const there = new URL(databaseUrl)
  const here = new URL(databaseUrl)
  const lines = new Set<Socket>()
  /** The connections to the server on which a client has sent LISTEN. */
  const listening = new Set<Socket>()
  let asleep = false
  let deaf = false
  function link(one: Socket, other: Socket): void {
    lines.add(one)
    one.on('data', (chunk: Buffer) => other.write(isPooler ? withOtherPid(chunk) : chunk))
    one.on('error', () => undefined)
    one.on('close', () => {
      lines.delete(one)
      other.destroy()
    })
    if (asleep) one.pause()
  }
  const door = createServer((inward) => {
    const outward = connect(Number(there.port), there.hostname)
    link(inward, outward)
    link(outward, inward)
    inward.on('data', (chunk) => {
      if (!chunk.includes('LISTEN')) return
      listening.add(outward)
      if (deaf) outward.pause()
    })
  })
  here.port = String(await listen(door))
  return {
    url: here.href,
    sleep: () => {
      asleep = true
      for (const line of lines) line.pause()
    },
    deafen: () => {
      deaf = true
      for (const line of listening) line.pause()
    },
    wake: () => {
      asleep = false
      deaf = false
      for (const line of lines) line.resume()
    },
    isAsleep: () => asleep,
    close: () => {
      door.close()
      for (const line of lines) line.destroy()
    },
  }
}

/** The beginning of PostgreSQL's message BackendKeyData: its type and its length. The process id follows. */
const BACKEND_KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])

function withOtherPid(chunk: Buffer): Buffer {
  const at = chunk.indexOf(BACKEND_KEY_DATA)
  if (at >= 0) chunk.writeInt32BE(chunk.readInt32BE(at + 5) + 1, at + 5)
  return chunk
}
