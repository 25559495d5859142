import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * An HTTP response. `ms` is the time from sending the request to receiving the last byte, and `body` returns the
 * text.
 */
export type Response = { ms: number; body: () => string }

/**
 * A series of requests by one client. The generator yields the bytes of a request, and is resumed with the response.
 */
export type Visit = Generator<Buffer, void, Response>

/**
 * What `runLoad` does: each of `clients` clients opens a connection and makes one visit (a series of requests) after
 * the other for `seconds`. `visit` starts a visit. Its arguments are the index of the client, and how many visits that
 * client has made before.
 */
export type Load = {
  port: number
  clients: number
  seconds: number
  /**
   * The maximum number of requests per second of all clients together. Without it, each client sends its next request
   * as soon as it has received a response.
   */
  perSecond?: number
  visit: (client: number, number: number) => Visit
}

/**
 * Sends requests to a port on this machine. It uses plain sockets instead of an HTTP client, so that the clients need
 * little processor time. A visit that has begun is finished even if the time is over. Returns the visits per second.
 * Rejects if a response has a status of 400 or more.
 */
export async function runLoad(load: Load): Promise<number> {
  const started = performance.now()
  const visits = await Promise.all(
    Array.from({ length: load.clients }, (_, client) => runClient(load, client)),
  )
  return (visits.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - started)
}

/** Makes the visits of one client, and returns their number. */
async function runClient(
  { port, clients, seconds, perSecond, visit }: Load,
  client: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const connection = new Connection(socket)
  let visits = 0
  for (; performance.now() < until; visits++) {
    const requests = visit(client, visits)
    let step = requests.next()
    while (!step.done) {
      const response = await connection.exchange(step.value)
      if (perSecond) await sleep(Math.max(0, (1000 * clients) / perSecond - response.ms))
      step = requests.next(response)
    }
  }
  socket.destroy()
  return visits
}

const NOTHING = Buffer.alloc(0)

/**
 * An HTTP connection that sends one request at a time. The length of a response's body is read from `content-length`,
 * so the server must send that header with every body.
 */
class Connection {
  readonly #socket: Socket
  #sentAt = 0
  #received = NOTHING
  /**
   * `#headLength` is the length of the response's head in bytes, `#length` that of the whole response. Both are known
   * once the head has arrived.
   */
  #headLength = 0
  #length = Infinity
  #resolve: (response: Response) => void = () => undefined
  #reject: (error: Error) => void = () => undefined

  constructor(socket: Socket) {
    this.#socket = socket.on('data', (chunk: Buffer<ArrayBuffer>) => this.#take(chunk))
    socket.on('error', (error) => this.#reject(error))
    socket.on('close', () => this.#reject(new Error('The server closed a connection under load.')))
  }

  exchange(bytes: Buffer): Promise<Response> {
    this.#received = NOTHING
    this.#length = Infinity
    this.#sentAt = performance.now()
    this.#socket.write(bytes)
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  #take(chunk: Buffer<ArrayBuffer>): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk
    if (this.#length === Infinity) this.#readHead()
    if (this.#received.length < this.#length) return
    const [ms, received, headLength] = [performance.now() - this.#sentAt, this.#received, this.#headLength]
    // Byte 9 is the first digit of the status code, as in "HTTP/1.1 200".
    const isRefused = received.readUInt8(9) >= '4'.charCodeAt(0)
    if (isRefused) this.#reject(new Error(`A request under load was refused:\n${received.toString()}`))
    else this.#resolve({ ms, body: () => received.toString('utf8', headLength) })
  }

  #readHead(): void {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end).toLowerCase()
    const at = head.indexOf('content-length:')
    this.#headLength = end + 4
    this.#length = this.#headLength + (at < 0 ? 0 : Number.parseInt(head.slice(at + 15), 10))
  }
}

/**
 * Returns the bytes of an HTTP request. `line` is the method and the path, such as `GET /api/allCoffee`. `body` is
 * sent as JSON.
 */
export function request(line: string, headers: Record<string, string> = {}, body?: object): Buffer {
  const json = body ? JSON.stringify(body) : ''
  const entity = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) }
  const all: Record<string, string> = { host: 'localhost', ...headers, ...(json && entity) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${json}`)
}

/** Returns the element at an index. An index past the end wraps around to the start. Throws if the list is empty. */
export function pick<T>(list: T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}
