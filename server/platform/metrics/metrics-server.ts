import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { renderMetrics } from './metric.ts'
import type { Metric } from './metric.ts'

type Place = { host: string; port: number }

/**
 * Serves the metrics at `/metrics` on a port of their own, so that the public port never shows them. Throws an error
 * with a one-sentence message if it cannot listen.
 */
export async function serveMetrics(
  metrics: readonly Metric[],
  { host, port }: Place,
): Promise<{ port: number; close: () => void }> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    const text = await renderMetrics(metrics)
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen({ host, port }, resolve)
  try {
    await promise
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(
      `The metrics cannot be served on ${host}:${port} (${why}). Choose another METRICS_PORT or METRICS_HOST.`,
      { cause: error },
    )
  }
  return {
    // The cast is safe: a server that listens on a port has an address of this type.
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
