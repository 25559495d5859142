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
const PATIENCE_MS = 2000

/**
 * Returns the metrics in the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). A metric whose value cannot be read is left out.
 */
export async function renderMetrics(metrics: readonly Metric[], patienceMs = PATIENCE_MS): Promise<string> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), patienceMs)
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
