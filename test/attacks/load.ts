import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
const ANSWER = /HTTP\/1\.1 (\d{3})/g
/**
 * The number of characters that are kept from the end of a received chunk, because a status line may be split between
 * two chunks. It is one less than the length of a match of `ANSWER`.
 */
const PART_OF_ANSWER = 11

/** A connection to the shop. `answers` counts the responses with status 200, and `refusals` counts all others. */
export class Line {
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
export async function openLines(url: string, from: string[]): Promise<Line[]> {
  const lines: Line[] = []
  for (let index = 0; index < from.length; index += 200) {
    const some = from.slice(index, index + 200).map((address) => new Line(url, address))
    await Promise.all(some.map((line) => line.ask()))
    lines.push(...some)
  }
  return lines
}

/**
 * Sends requests one after the other, each on a new connection from 127.0.0.1. Retries a refused request up to twice,
 * because the shop may be overloaded. Returns how many requests succeeded, and the 95th percentile of their times in
 * ms.
 */
export async function visit(url: string, times: number): Promise<{ answers: number; p95: number }> {
  const durations: number[] = []
  for (let count = 0; count < times; count++) {
    const begin = performance.now()
    if (await isAnswered(url)) durations.push(performance.now() - begin)
  }
  return {
    answers: durations.length,
    p95: Math.round(
      durations.toSorted((one, other) => one - other)[Math.ceil(durations.length * 0.95) - 1] ?? Infinity,
    ),
  }
}

async function isAnswered(url: string, triesLeft = 2): Promise<boolean> {
  const line = new Line(url)
  await line.ask()
  line.close()
  if (line.answers === 1 || triesLeft === 0) return line.answers === 1
  await sleep(1000)
  return isAnswered(url, triesLeft - 1)
}

/**
 * Sends requests on 20 connections until about `times` responses with status 200 have arrived. Returns the number of
 * these responses.
 */
export async function load(url: string, times: number): Promise<number> {
  const lines = Array.from({ length: 20 }, () => new Line(url))
  const askInTurn = async (line: Line) => {
    while (line.answers < times / lines.length && !line.isClosed) await line.ask(10)
  }
  await Promise.all(lines.map(askInTurn))
  for (const line of lines) line.close()
  return lines.reduce((sum, { answers }) => sum + answers, 0)
}
