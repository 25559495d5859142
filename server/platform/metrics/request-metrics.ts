import type { RecordAnswer } from '../log.ts'
import type { Metric, Sample } from './metric.ts'

/** The upper bounds of the histogram's buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The responses of one call with one class of status: their number in each bucket, and the sum of their seconds. */
type Durations = { counts: Float64Array; sum: number }

/**
 * Counts the responses by call and class of status, such as `2xx`. A call is the name of the API call in the contract,
 * or the pattern of another route. It is never the address itself, which has no limit of different values.
 *
 * This runs for each request, so it only adds to numbers. Everything else is done when the metrics are read.
 */
export class RequestMetrics {
  readonly #calls = new Map<string, Map<string, Durations[]>>()

  readonly record: RecordAnswer = ({ method, route = 'page', status, ms }) => {
    const { counts } = this.#add({ method, route, group: Math.floor(status / 100) }, ms / 1000)
    let bucket = 0
    while (ms > (BOUNDS[bucket] ?? Infinity) * 1000) bucket += 1
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }

  readonly metrics: Metric[] = [
    {
      name: 'crema_request_duration_seconds',
      type: 'histogram',
      help: 'Time from the headers of a request to the end of its response, by call and class of status.',
      read: () => this.#durations(),
    },
  ]

  #add(
    { method, route, group }: { method: string; route: string; group: number },
    seconds: number,
  ): Durations {
    let methods = this.#calls.get(route)
    if (!methods) this.#calls.set(route, (methods = new Map()))
    let groups = methods.get(method)
    if (!groups) methods.set(method, (groups = []))
    const durations = (groups[group] ??= { counts: new Float64Array(BOUNDS.length + 1), sum: 0 })
    durations.sum += seconds
    return durations
  }

  #durations(): Sample[] {
    return [...this.#calls].flatMap(([route, methods]) =>
      [...methods].flatMap(([method, groups]) =>
        groups.flatMap((durations, group) =>
          samplesOf({ call: callName(method, route), status: `${group}xx` }, durations),
        ),
      ),
    )
  }
}

function samplesOf(labels: Record<string, string>, { counts, sum }: Durations): Sample[] {
  let total = 0
  const buckets = Array.from(counts, (count, at) => {
    total += count
    const le = String(BOUNDS[at] ?? '+Inf')
    return { suffix: '_bucket', labels: { ...labels, le }, value: total }
  })
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }]
}

/** Returns the name of a call in the contract for a route: `PUT /orderRestore/{id}` for `/api/orderRestore/:id`. */
function callName(method: string, route: string): string {
  return `${method} ${route.replace(/^\/api(?=\/)/, '').replaceAll(/:(\w+)/g, '{$1}')}`
}
