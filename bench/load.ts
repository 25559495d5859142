import autocannon from 'autocannon'
import type { BenchProcess } from './processes.ts'

/** The requests that a client sends in turn, again and again. */
export type Requests = autocannon.Request[]

export type Load = {
  port: number
  clients: number
  /** Returns the requests of the client with this index. */
  requestsOf: (client: number, clients: number) => Requests
}

/** Returns how many requests per second the server responds to, or rounds of requests that depend on each other. */
export async function perSecond(load: Load, seconds: number): Promise<number> {
  const { count, duration } = await send(load, seconds)
  return count / duration
}

/**
 * Returns how many requests the server responds to in a second of its processor time. Unlike `perSecond`, this does not
 * depend on how fast autocannon is, which takes as much processor time for a request as the server.
 */
export async function perCpuSecond(load: Load, seconds: number, server: BenchProcess): Promise<number> {
  const before = server.cpuSeconds()
  const { count } = await send(load, seconds)
  return count / (server.cpuSeconds() - before)
}

/** Sends requests. Each client has a connection with one request in flight. Rejects if a request fails. */
async function send({ port, clients, requestsOf }: Load, seconds: number) {
  let client = 0
  let steps = 1
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: clients,
    duration: seconds,
    sampleInt: 100,
    setupClient: (connection) => {
      const requests = requestsOf(client++, clients)
      steps = requests.some(({ onResponse }) => onResponse) ? requests.length : 1
      connection.setRequests(requests)
    },
  })
  const failed = result.errors + result.non2xx
  if (failed > 0) throw new Error(`${failed} requests failed: ${JSON.stringify(result.statusCodeStats)}`)
  return { count: result['2xx'] / steps, duration: result.duration }
}
