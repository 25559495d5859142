import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A value of a metric. `suffix` is for the parts of a histogram. The values of a label must be few, because Prometheus
 * stores a time series for each of them.
 */
export type Sample = { suffix?: string; labels?: Record<string, string>; value: number }

/**
 * A metric of Prometheus. `read` is called for each scrape. It returns one value without labels, or samples, or null if
 * the value is not known at the moment.
 */
export type Metric = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  read: () => Reading | Promise<Reading>
}

type Reading = number | Sample[] | null

/** A scrape waits at most this time in milliseconds for a value, and is sent without it if the database hangs. */
const TIMEOUT_MS = 2000

/**
 * Returns the metrics in the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). A metric whose value cannot be read is left out.
 */
export async function renderMetrics(metrics: readonly Metric[], timeoutMs = TIMEOUT_MS): Promise<string> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), timeoutMs)
  const parts = await Promise.all(
    metrics.map(async (metric) => {
      const reading = Promise.resolve().then(metric.read)
      return textOf(metric, await Promise.race([reading.catch(() => null), late.promise]))
    }),
  )
  clearTimeout(timer)
  return parts.join('')
}

function textOf({ name, type, help }: Metric, reading: Reading): string {
  const samples = typeof reading === 'number' ? [{ value: reading }] : (reading ?? [])
  if (samples.length === 0) return ''
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelsOf(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelsOf(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

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
