import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { busyPage, busyPageHeaders, wantsPage } from './busy-page.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

const MOST_CONNECTIONS = 4000
/**
 * Whoever connects and says nothing for `silentMs` makes room for others, and so does who has not come to the end of
 * their headers `headersMs` after the first byte.
 */
const IMPATIENCE = { silentMs: 10_000, headersMs: 10_000 }
/** Running requests may take this long to finish when the shop closes. */
const PATIENCE_MS = 10_000

/**
 * The listening server. It listens from the first moment and answers 503 until the shop is ready, and again while
 * it closes, so that whoever waits for it need not guess.
 */
export class FrontDoor {
  readonly #server: Server
  #handler: Handler = notOpen

  constructor({ silentMs = IMPATIENCE.silentMs, headersMs = IMPATIENCE.headersMs } = {}) {
    this.#server = createServer(
      // Node looks only so often who is late.
      { headersTimeout: headersMs, connectionsCheckingInterval: headersMs / 2, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
      (request, response) => {
        request.socket.setTimeout(0)
        this.#handler(request, response)
      },
    )
    this.#server.maxConnections = MOST_CONNECTIONS
    this.#server.on('connection', (socket) => socket.setTimeout(silentMs))
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
  }
}

function notOpen(request: IncomingMessage, response: ServerResponse): void {
  const common = { 'retry-after': '1', 'connection': 'close' }
  if (wantsPage(request)) return void response.writeHead(503, { ...busyPageHeaders, ...common }).end(busyPage)
  const body = JSON.stringify({ type: 'about:blank', title: 'The shop is just opening or closing.', status: 503, code: 'busy' })
  response.writeHead(503, { 'content-type': 'application/problem+json', ...common }).end(body)
}

function sentenceFor(error: unknown, { host, port }: { host: string; port: number }): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop it, or choose another PORT.`
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose another PORT.`
  return `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`
}
