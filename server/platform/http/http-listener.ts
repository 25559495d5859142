import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { problems } from '#contract/errors.ts'
import { busyPage, busyPageHeaders, wantsPage } from './busy-page.ts'
import { connectionLimits, Connections } from './connections.ts'
import type { ConnectionLimits } from './connections.ts'

// An import would read all exports of the module, also those for which Node loads its `fetch`: 30 ms of the start.
const { createServer } = process.getBuiltinModule('node:http')

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Timeouts in milliseconds. After it has connected, a client must send something within `silentMs`. It must send the
 * headers of a request within `headersMs`, and the whole request within `requestMs`, which is enough for a 5 MB
 * picture at 140 kbit/s. The connection is closed if one of these times is exceeded, or if the client stops sending its
 * request or receiving the response for `idleMs`. A client that waits for its response may be silent. Connections are
 * checked at intervals, so closing one may take up to two and a quarter times as long as its timeout.
 */
const TIMEOUTS = { silentMs: 10_000, headersMs: 10_000, idleMs: 120_000, requestMs: 300_000 }

export type HttpListenerSetting = Partial<typeof TIMEOUTS> & {
  isBehindProxy?: boolean
  limits?: Partial<ConnectionLimits>
}

/** When the shop closes, requests that are still in progress after this time in milliseconds are aborted. */
const CLOSE_TIMEOUT_MS = 10_000
/**
 * When the shop has stopped listening, connections without a request are closed after this time in milliseconds. A
 * proxy may have opened them just before, and its request is on the way.
 */
const LAST_REQUEST_MS = 100

/**
 * The HTTP server of the shop. If it already listens while the shop starts, it responds with 503 until it is opened, so
 * that clients and supervisors can simply retry.
 */
export class HttpListener {
  readonly #server: Server
  readonly #connections: Connections
  readonly #idleChecks: NodeJS.Timeout
  #handler: Handler = respondClosed
  #isDraining = false

  constructor({ isBehindProxy = false, limits, ...timeouts }: HttpListenerSetting = {}) {
    const { silentMs, headersMs, idleMs, requestMs } = { ...TIMEOUTS, ...timeouts }
    this.#connections = new Connections({ ...connectionLimits, ...limits }, isBehindProxy)
    this.#server = createServer(
      {
        headersTimeout: headersMs,
        // Node checks the timeouts of headers and requests at this interval in milliseconds.
        connectionsCheckingInterval: headersMs / 2,
        requestTimeout: requestMs,
        keepAliveTimeout: 65_000,
        maxHeaderSize: 16_384,
      },
      (request, response) => {
        if (!this.#connections.begin(request, response)) return
        // Turns off the timeout `silentMs`. Node itself turns off only the timeout between two requests of a
        // connection.
        if (request.socket.timeout) request.socket.setTimeout(0)
        if (this.#isDraining) response.shouldKeepAlive = false
        if (hasManyHosts(request)) return respondUnreadable(response)
        this.#handler(request, response)
      },
    )
    this.#server.on('connection', (socket) => {
      socket.setTimeout(silentMs)
      this.#connections.accept(socket)
    })
    this.#server.on('timeout', (socket) => this.#closeIfStalled(socket, idleMs))
    this.#idleChecks = setInterval(() => this.#setIdleTimeouts(idleMs), idleMs / 4).unref()
  }

  /**
   * Sets the timeout `idleMs` for connections with a request in progress. Most requests end before they need a
   * timeout, so this is done at intervals and not for each request.
   */
  #setIdleTimeouts(idleMs: number): void {
    for (const socket of this.#connections.sockets()) if (socket.timeout === 0) socket.setTimeout(idleMs)
  }

  /**
   * Called when a connection has timed out. Closes the connection, unless the client has sent its whole request and
   * received all data so far. Such a client only waits for the shop.
   */
  #closeIfStalled(socket: Socket, idleMs: number): void {
    const isInRequest = socket.timeout === idleMs
    const isSending = this.#connections.isSending(socket)
    if (!isInRequest || isSending || socket.writableLength > 0) socket.destroy()
  }

  /** Starts to listen and resolves with the port. Rejects with a one-sentence error if that is not possible. */
  async listen(host: string, port: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#server.once('error', reject).listen({ host, port }, resolve)
    try {
      await promise
    } catch (error) {
      throw new Error(sentenceFor(error, { host, port }), { cause: error })
    }
    // The cast is safe: a server that listens on a port has an address of this type.
    return (this.#server.address() as AddressInfo).port
  }

  /** Opens the shop: from now on, requests are passed to the handler. */
  open(handler: Handler): void {
    this.#handler = handler
  }

  /**
   * From now on, closes each connection after its next response, so that no connection is idle when the shop closes. A
   * proxy that sends a request on an idle connection while it is being closed could not tell whether it was handled.
   */
  drain(): void {
    this.#isDraining = true
  }

  /**
   * Refuses new connections, and resolves when the requests in progress have ended or `CLOSE_TIMEOUT_MS` is over. After
   * `drain`, a request on a connection that is already open is still handled: a proxy would not repeat a POST. Without
   * `drain`, the response is 503, because clients could otherwise use a connection for ever.
   */
  async close(): Promise<void> {
    if (!this.#isDraining) this.#handler = respondClosed
    // The system may have connected clients that Node has not accepted yet. They would be reset, and with them requests
    // that a proxy has already sent. Node accepts connections between two callbacks of `setImmediate`.
    for (let turns = 0; turns < 3; turns++) await nextTurn()
    const { promise, resolve } = Promise.withResolvers<void>()
    // Stops listening. `close` of Node's HTTP server also closes all connections that have no request yet.
    NetServer.prototype.close.call(this.#server, () => resolve())
    const idle = setTimeout(() => this.#server.close(), LAST_REQUEST_MS)
    const timeout = setTimeout(() => this.#server.closeAllConnections(), CLOSE_TIMEOUT_MS)
    await promise
    clearTimeout(idle)
    clearTimeout(timeout)
    // Ends also the interval in which Node's HTTP server checks its connections.
    this.#server.close()
    clearInterval(this.#idleChecks)
  }
}

/**
 * Node keeps the first of several `Host` headers, and a proxy may have used another one. RFC 9112, section 3.2, requires
 * status 400 then.
 */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

function respondUnreadable(response: ServerResponse): void {
  const { status, title } = problems['unreadable']
  const body = JSON.stringify({ type: 'about:blank', title, status, code: 'unreadable' })
  const headers = { 'content-type': 'application/problem+json', 'connection': 'close' }
  response.writeHead(status, headers).end(body)
}

function respondClosed(request: IncomingMessage, response: ServerResponse): void {
  const common = { 'retry-after': '1', 'connection': 'close' }
  if (wantsPage(request))
    return void response.writeHead(503, { ...busyPageHeaders, ...common }).end(busyPage())
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
