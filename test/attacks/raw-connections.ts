import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, equals } from '../harness/trial.ts'
import type { Figure, Ground } from '../harness/trial.ts'

const VISITS = 20
const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
const ANSWER = /HTTP\/1\.1 (\d{3})/g
/**
 * The number of characters that are kept from the end of a received chunk, because a status line may be split between
 * two chunks. It is one less than the length of a match of `ANSWER`.
 */
const PART_OF_ANSWER = 11

/** A connection to the shop. `answers` counts the responses with status 200, and `refusals` counts all others. */
export class RawConnection {
  answers = 0
  refusals = 0
  isClosed = false
  readonly #socket
  #rest = ''
  #wake: () => void = () => undefined

  /**
   * `from` is the IP address from which the connection is opened. All addresses of 127.0.0.0/8 belong to this
   * machine.
   */
  constructor(url: string, from = '127.0.0.1') {
    this.#socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from })
    this.#socket.on('connect', () => this.#wake()).on('error', () => undefined)
    for (const event of ['end', 'close']) this.#socket.on(event, () => this.#end())
    this.#socket.on('data', (chunk: Buffer) => {
      const text = `${this.#rest}${chunk.toString('latin1')}`
      const found = [...text.matchAll(ANSWER)]
      const served = found.filter(([, status]) => status === '200').length
      this.answers += served
      this.refusals += found.length - served
      const last = found.at(-1)
      this.#rest = text.slice(last ? last.index + last[0].length : 0).slice(-PART_OF_ANSWER)
      this.#wake()
    })
  }

  send(text: string): void {
    if (!this.isClosed) this.#socket.write(text)
  }

  /**
   * Sends this number of requests without waiting for responses (pipelining). Then waits until all responses have
   * arrived, the connection has ended, or 10 s have passed.
   */
  async ask(requests = 1): Promise<void> {
    const until = performance.now() + 10_000
    const expected = this.answers + this.refusals + requests
    this.send(REQUEST.repeat(requests))
    while (this.answers + this.refusals < expected && !this.isClosed && performance.now() < until) {
      await Promise.race([new Promise<void>((resolve) => (this.#wake = resolve)), sleep(1000)])
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  #end(): void {
    this.isClosed = true
    this.#wake()
  }
}

/**
 * Opens one connection from each of these IP addresses and sends one request on it. Opens 200 connections at a time.
 */
export async function openConnections(url: string, from: string[]): Promise<RawConnection[]> {
  const connections: RawConnection[] = []
  for (let index = 0; index < from.length; index += 200) {
    const some = from.slice(index, index + 200).map((address) => new RawConnection(url, address))
    await Promise.all(some.map((connection) => connection.ask()))
    connections.push(...some)
  }
  return connections
}

/**
 * Sends 20 requests one after the other, each on a new connection from 127.0.0.1, while the shop is under the attack
 * `under`. All must succeed. A refused request is retried up to twice, because the shop may be overloaded. In the full
 * size, 95% of them must take less than 500 ms.
 */
export async function visit(url: string, under: string, size: Ground['size']): Promise<Figure[]> {
  const durations: number[] = []
  for (let count = 0; count < VISITS; count++) {
    const begin = performance.now()
    if (await isAnswered(url)) durations.push(performance.now() - begin)
  }
  const sorted = durations.toSorted((one, other) => one - other)
  const p95 = Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Infinity)
  return [
    equals(`${under}: others answered, of ${VISITS}`, durations.length, VISITS),
    atMost(`${under}: 95% of the others, ms`, p95, size === 'short' ? Infinity : 500),
  ]
}

async function isAnswered(url: string, triesLeft = 2): Promise<boolean> {
  const connection = new RawConnection(url)
  await connection.ask()
  connection.close()
  if (connection.answers === 1 || triesLeft === 0) return connection.answers === 1
  await sleep(1000)
  return isAnswered(url, triesLeft - 1)
}

/**
 * Sends requests on 20 connections until about `times` responses with status 200 have arrived. Returns the number of
 * these responses.
 */
export async function load(url: string, times: number): Promise<number> {
  const connections = Array.from({ length: 20 }, () => new RawConnection(url))
  const askInTurn = async (connection: RawConnection) => {
    while (connection.answers < times / connections.length && !connection.isClosed) await connection.ask(10)
  }
  await Promise.all(connections.map(askInTurn))
  for (const connection of connections) connection.close()
  return connections.reduce((sum, { answers }) => sum + answers, 0)
}
