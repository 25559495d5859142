import '#test/cheap-passwords.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { plainPages } from '#test/plain-pages.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { readConfig } from './config.ts'
import { openShop } from './open-shop.ts'
import { renderMetrics } from './platform/metrics/metric.ts'

const root = join(import.meta.dirname, '..')

/**
 * A sample of the text format: name, labels and value (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
const SAMPLE = /^([a-z_]+)(\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)*\})? (\S+)$/

/**
 * The names that queries of the dashboard contain. Functions and labels of PromQL have no underscore at their place.
 */
const METRIC_NAME = /\b(?:crema|process)_[a-z_]+\b/g

describe.each(stores)('the metrics of a shop on $name', ({ name, fresh }) => {
  const shop = givenShop(fresh, { env: { METRICS_PORT: '0', ...mailSettings } })
  let samples: Map<string, number>
  beforeAll(async () => {
    const cora = await shop.person('Cora')
    await fill(cora, shop.shelves.espresso)
    await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    await shop.app.inject('/coffeeDetails/some-secret-id')
    await shop.app.inject('/images/0000000000000000-000000-240.webp')
    await shop.app.inject('/api/nothing/some-secret-id')
    const text = await renderMetrics(shop.metrics)
    const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
    samples = new Map(
      lines.map((line) => {
        const [, metric, labels = '', value] = SAMPLE.exec(line) ?? []
        if (!metric) throw new Error(`This is not a sample: ${line}`)
        return [metric + labels, Number(value)]
      }),
    )
  })

  const valueOf = (sample: string) => samples.get(sample)

  test('count requests by the names of the contract, and never by their addresses', () => {
    expect(valueOf('crema_request_duration_seconds_count{call="POST /fullOrder",status="2xx"}')).toBe(1)
    expect(valueOf('crema_request_duration_seconds_count{call="GET page",status="2xx"}')).toBe(1)
    expect(valueOf('crema_request_duration_seconds_count{call="GET /images/{file}",status="4xx"}')).toBe(1)
    expect([...samples.keys()].filter((key) => /secret|0000/.test(key))).toEqual([])
  })

  test('tell what the shop has sold, what it has to send, and how its process is', () => {
    expect(valueOf('crema_orders_placed_total')).toBe(1)
    expect([valueOf('crema_mails{status="waiting"}'), valueOf('crema_mails{status="failed"}')]).toEqual([
      2, 0,
    ])
    expect([valueOf('crema_ready'), valueOf('crema_live_connections')]).toEqual([1, 0])
    expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(valueOf('crema_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
    const isServer = name === 'postgres'
    expect(samples.has('crema_database_connections{state="waiting"}')).toBe(isServer)
    expect(samples.has('crema_changes_age_seconds')).toBe(isServer)
    expect(valueOf('crema_changes_age_seconds') ?? 0).toBeLessThan(2)
  })

  test('have the payments without an outcome', async () => {
    const pending = {
      idempotency_key: 'k',
      user_id: 'u',
      kind: 'full' as const,
      amount_cents: 1,
      gateway: 'stripe',
    }
    const none = { reference: null, reason: null, settled_at: null, session: null, url: null }
    const created_at = Date.now() - 60_000
    await shop.database.write(async ({ tx }) => {
      await tx
        .insertInto('payments')
        .values({ ...pending, ...none, id: 'p', status: 'pending', created_at })
        .execute()
    })
    const text = await renderMetrics(shop.metrics)
    const age = /^crema_payments_pending_oldest_seconds\{gateway="stripe"\} (\S+)$/m.exec(text)?.[1]
    expect(Number(age)).toBeGreaterThanOrEqual(60)
    await shop.database.write(
      async ({ tx }) => void (await tx.deleteFrom('payments').where('id', '=', 'p').execute()),
    )
  })

  test('exist under every name in the Grafana dashboard and in the alerts of the manual', () => {
    const queried = readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8').match(METRIC_NAME) ?? []
    const inAlerts = readFileSync(join(root, 'docs/operating.md'), 'utf8').match(METRIC_NAME) ?? []
    expect(inAlerts.length).toBeGreaterThan(10)
    const known = new Set(shop.metrics.map((metric) => metric.name))
    const unknown = [...queried, ...inAlerts].filter(
      (query) => !known.has(query.replace(/_(bucket|count|sum)$/, '')),
    )
    expect(unknown).toEqual([])
    expect([...known].filter((metric) => !queried.some((query) => query.startsWith(metric)))).toEqual([])
  })
})

test('metrics are on a port of their own and not on the public one', async () => {
  const store = await stores[0]?.fresh()
  const env = { DATA_DIR: store?.dataDir, PORT: '0', METRICS_PORT: '0', DEMO: '0' }
  const shop = await openShop({
    config: readConfig(env),
    root,
    version: '1.2.3',
    openPages: () => plainPages,
  })
  try {
    const text = await (await fetch(`http://127.0.0.1:${shop.metricsPort}/metrics`)).text()
    expect(text).toContain('process_resident_memory_bytes')
    expect(await (await fetch(`${shop.address}/metrics`)).text()).not.toContain('process_resident')
  } finally {
    await shop.close()
    await store?.dispose()
  }
})
