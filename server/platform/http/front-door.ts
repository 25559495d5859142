import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { busyPage, busyPageHeaders, wantsPage } from './busy-page.ts'
import { connectionLimits, Connections } from './connections.ts'
import type { ConnectionLimits } from './connections.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Whoever connects and says nothing for `silentMs` makes room for others. So does who has not come to the end of their
 * headers `headersMs` after the first byte, or of all they send after `requestMs`: a picture of 5 MB over a line of
 * 140 kbit/s. So does who neither sends on nor takes what is there for them for `idleMs` or up to twice as long and a
 * quarter: Node looks a second time whether something went.
 */
const IMPATIENCE = { silentMs: 10_000, headersMs: 10_000, idleMs: 120_000, requestMs: 300_000 }
export type FrontDoorSetting = Partial<typeof IMPATIENCE> & {
  isBehindProxy?: boolean
  limits?: Partial<ConnectionLimits>
}

/** Running requests may take this long to finish when the shop closes. */
const PATIENCE_MS = 10_000

/**
 * The listening server. It listens from the first moment and answers 503 until the shop is ready, and again while
 * it closes, so that whoever waits for it need not guess.
 */
export class FrontDoor {
  readonly #server: Server
  readonly #connections: Connections
  readonly #rounds: NodeJS.Timeout
  #handler: Handler = notOpen

  constructor({ isBehindProxy = false, limits, ...impatience }: FrontDoorSetting = {}) {
    const { silentMs, headersMs, idleMs, requestMs } = { ...IMPATIENCE, ...impatience }
    this.#connections = new Connections({ ...connectionLimits, ...limits }, isBehindProxy)
    this.#server = createServer(
      // Node looks only so often who is late.
      {
        headersTimeout: headersMs,
        connectionsCheckingInterval: headersMs / 2,
        requestTimeout: requestMs,
        keepAliveTimeout: 65_000,
        maxHeaderSize: 16_384,
      },
      (request, response) => {
        if (!this.#connections.begin(request, response)) return
        // Only at the first request of a connection: at the others Node does it.
        if (request.socket.timeout) request.socket.setTimeout(0)
        this.#handler(request, response)
      },
    )
    this.#server.on('connection', (socket) => {
      socket.setTimeout(silentMs)
      this.#connections.accept(socket)
    })
    this.#server.on('timeout', (socket) => this.#showOut(socket, idleMs))
    this.#rounds = setInterval(() => this.#goRound(idleMs), idleMs / 4).unref()
  }

  /** A clock is set for those who are still being served: not at each request, as nearly all are done by then. */
  #goRound(idleMs: number): void {
    for (const socket of this.#connections.sockets()) if (socket.timeout === 0) socket.setTimeout(idleMs)
  }

  /** Nothing came and nothing went for too long. Whoever has sent all and taken all that there is waits for us. */
  #showOut(socket: Socket, idleMs: number): void {
    const isServed = socket.timeout === idleMs
    const isSending = this.#connections.isSending(socket)
    if (!isServed || isSending || socket.writableLength > 0) socket.destroy()
  }

  /** Listens; answers the port. Rejects with one clear sentence when the port is taken. */
  async listen(host: string, port: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#server.once('error', reject).listen({ host, port }, resolve)
    try {
      await promise
    } catch (error) {
      throw new Error(sentenceFor(error, { host, port }), { cause: error })
    }
    // A server that listens on a port has an address with one.
    return (this.#server.address() as AddressInfo).port
  }

  open(handler: Handler): void {
    this.#handler = handler
  }

  /** Takes no more visitors and resolves when those who are in have been served. */
  async close(): Promise<void> {
    this.#handler = notOpen
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#server.close(() => resolve())
    this.#server.closeIdleConnections()
    const late = setTimeout(() => this.#server.closeAllConnections(), PATIENCE_MS)
    await promise
    clearTimeout(late)
    clearInterval(this.#rounds)
  }
}

function notOpen(request: IncomingMessage, response: ServerResponse): void {
  const common = { 'retry-after': '1', 'connection': 'close' }
  if (wantsPage(request)) return void response.writeHead(503, { ...busyPageHeaders, ...common }).end(busyPage)
  const body = JSON.stringify({
    type: 'about:blank',
    title: 'The shop is just opening or closing.',
    status: 503,
    code: 'busy',
  })
  response.writeHead(503, { 'content-type': 'application/problem+json', ...common }).end(body)
}

function sentenceFor(error: unknown, { host, port }: { host: string; port: number }): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another PORT.`
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose another PORT.`
  return `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`
}
