import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AdminEvents, ShopperEvents } from './dashboard/live-events.ts'
import { countMails } from './mail/outbox.ts'
import type { StoreErrors } from './media/image-store.ts'
import { countPlacedOrders } from './orders/sales.ts'
import { findOldestPending } from './payments/count-payments.ts'
import type { Metric } from './platform/metrics/metric.ts'
import type { Readiness } from './platform/http/health.ts'
import type { ShopDatabase } from './shop-database.ts'

type Parts = {
  database: ShopDatabase
  adminEvents: AdminEvents
  shopperEvents: ShopperEvents
  storeErrors: StoreErrors
  readiness: Readiness
}

/**
 * Returns the metrics of the shop. Those that are read from the database are the same for all processes on one
 * database.
 */
export function shopMetrics({
  database,
  adminEvents,
  shopperEvents,
  storeErrors,
  readiness,
}: Parts): Metric[] {
  const { load, longRead } = database
  return [
    ...processMetrics(),
    gauge('crema_ready', '1 if this process can serve requests, as /readyz says, else 0.', async () =>
      Number(await readiness.isReady()),
    ),
    gauge(
      'crema_live_connections',
      'Open connections for server-sent events.',
      () => adminEvents.size + shopperEvents.size,
    ),
    counter('crema_picture_store_errors_total', 'Failed operations of the picture store, by operation.', () =>
      Object.entries(storeErrors).map(([operation, value]) => ({ labels: { operation }, value })),
    ),
    gauge('crema_database_connections', 'Connections of the pool on PostgreSQL, by state.', () =>
      (['inUse', 'idle', 'waiting'] as const).flatMap((state) => {
        const value = load()?.[state]
        return value === undefined ? [] : { labels: { state }, value }
      }),
    ),
    gauge(
      'crema_changes_age_seconds',
      'Time since the changes of other processes were last read on PostgreSQL. At most about 1 if all is well.',
      () => {
        const ms = load()?.changesAgeMs
        return ms === undefined ? null : ms / 1000
      },
    ),
    counter('crema_orders_placed_total', 'Orders that were ever placed.', () => countPlacedOrders(longRead)),
    gauge(
      'crema_mails',
      'Mails that wait to be sent, and mails of the last 24 hours that were given up.',
      async () =>
        Object.entries(await countMails(longRead)).map(([status, value]) => ({ labels: { status }, value })),
    ),
    gauge(
      'crema_payments_pending_oldest_seconds',
      'Age of the oldest payment without an outcome, by gateway.',
      async () =>
        (await findOldestPending(longRead)).map(({ gateway, oldestMs }) => ({
          labels: { gateway },
          value: oldestMs / 1000,
        })),
    ),
  ]
}

/** The interval in milliseconds at which the delay of the event loop is measured. */
const RESOLUTION_MS = 20
const NS = 1e9

/** Returns the metrics of this process: memory, processor time, and the delay of its event loop. */
function processMetrics(): Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return [
    counter('process_cpu_seconds_total', 'Processor time that the process has used.', () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    }),
    gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
    gauge('crema_event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', () => {
      const value = excess(delay.percentile(99))
      delay.reset()
      return [{ labels: { quantile: '0.99' }, value }]
    }),
  ]
}

/** Node measures the whole interval between two ticks in nanoseconds. Returns by how many seconds it was too long. */
function excess(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NS - RESOLUTION_MS / 1000)
}

function gauge(name: string, help: string, read: Metric['read']): Metric {
  return { name, type: 'gauge', help, read }
}

function counter(name: string, help: string, read: Metric['read']): Metric {
  return { name, type: 'counter', help, read }
}
