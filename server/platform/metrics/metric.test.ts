import { expect, test } from 'vitest'
import { renderMetrics, serveMetrics } from './metric.ts'
import { RequestMetrics } from './request-metrics.ts'

const gauge = (name: string, read: Parameters<typeof renderMetrics>[0][number]['read']) => ({
  name,
  type: 'gauge' as const,
  help: 'A test.',
  read,
})

test('metrics are rendered in the text format of Prometheus, with escaped labels', async () => {
  const labels = { call: 'a "quoted" \\ name\nin two lines' }
  expect(await renderMetrics([gauge('one', () => 1.5), gauge('two', () => [{ labels, value: 2 }])])).toBe(
    '# HELP one A test.\n# TYPE one gauge\none 1.5\n' +
      '# HELP two A test.\n# TYPE two gauge\ntwo{call="a \\"quoted\\" \\\\ name\\nin two lines"} 2\n',
  )
})

test('a metric that fails, hangs or is unknown is left out, and the others are sent', async () => {
  const metrics = [
    gauge('fails', () => Promise.reject(new Error('no database'))),
    gauge('hangs', () => new Promise(() => undefined)),
    gauge('unknown', () => null),
    gauge('known', () => 1),
  ]
  expect(await renderMetrics(metrics, 20)).toBe('# HELP known A test.\n# TYPE known gauge\nknown 1\n')
})

test('durations are counted in cumulative buckets, by call of the contract and class of status', async () => {
  const requests = new RequestMetrics()
  for (const ms of [0.5, 1, 3, 20_000])
    requests.record({ method: 'PUT', route: '/api/orderRestore/:id', status: 200, ms })
  requests.record({ method: 'GET', route: undefined, status: 404, ms: 1 })
  const lines = (await renderMetrics(requests.metrics)).split('\n')
  const values = (start: string) =>
    lines.filter((line) => line.startsWith(start)).map((l) => l.split(' ').at(-1))
  const call = 'call="PUT /orderRestore/{id}",status="2xx"'
  expect(values(`crema_request_duration_seconds_bucket{${call}`)).toEqual(
    '2 2 3 3 3 3 3 3 3 3 3 3 3 4'.split(' '),
  )
  expect(values(`crema_request_duration_seconds_count{${call}`)).toEqual(['4'])
  expect(Number(values(`crema_request_duration_seconds_sum{${call}`)[0])).toBeCloseTo(20.0045)
  expect(values('crema_request_duration_seconds_count{call="GET page",status="4xx"}')).toEqual(['1'])
})

test('the server of the metrics serves nothing else, and says which setting is wrong if it cannot listen', async () => {
  const server = await serveMetrics([gauge('one', () => 1)], { host: '127.0.0.1', port: 0 })
  const place = { host: '127.0.0.1', port: server.port }
  try {
    const found = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    expect([found.status, found.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
    await expect(serveMetrics([], place)).rejects.toThrow(
      `The metrics cannot be served on 127.0.0.1:${server.port} (EADDRINUSE). Choose another METRICS_PORT or METRICS_HOST.`,
    )
  } finally {
    server.close()
  }
})
