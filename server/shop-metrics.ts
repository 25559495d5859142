import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AdminEvents, ShopperEvents } from './dashboard/live-events.ts'
import { countMails } from './mail/outbox.ts'
import type { StoreErrors } from './media/image-store.ts'
import { countPlacedOrders } from './orders/sales.ts'
import { countPendingPayments } from './payments/count-payments.ts'
import type { Metric } from './platform/metrics/metric.ts'
import type { Readiness } from './platform/http/health.ts'
import type { ShopDatabase } from './shop-database.ts'

type Parts = {
  database: ShopDatabase
  adminEvents: AdminEvents
  shopperEvents: ShopperEvents
  storeErrors: StoreErrors
  readiness: Readiness
  version: string
}

/**
 * Returns the metrics of the shop. Those that are read from the database are the same for all processes on one
 * database.
 */
export function shopMetrics(parts: Parts): Metric[] {
  return [
    ...processMetrics(parts.version),
    ...processState(parts),
    ...databaseLoad(parts.database),
    ...changes(parts.database),
    ...business(parts.database),
  ]
}

function processState({ adminEvents, shopperEvents, storeErrors, readiness }: Parts): Metric[] {
  return [
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
  ]
}

function databaseLoad(database: ShopDatabase): Metric[] {
  return [
    gauge('crema_database_connections', 'Connections of the pool on PostgreSQL, by state.', () => {
      const { connections } = database.load()
      if (!connections) return null
      const { inUse, idle } = connections
      return [
        { labels: { state: 'in_use' }, value: inUse },
        { labels: { state: 'idle' }, value: idle },
      ]
    }),
    gauge(
      'crema_database_waiting',
      'Statements that wait for a connection of the pool on PostgreSQL.',
      () => database.load().connections?.waiting ?? null,
    ),
    gauge('crema_long_reads', 'Long reads on SQLite that are running or waiting for their thread.', () =>
      database.dialect === 'sqlite' ? database.load().longReads : null,
    ),
  ]
}

function changes(database: ShopDatabase): Metric[] {
  return [
    gauge(
      'crema_changes_age_seconds',
      'Time since the changes of other processes were last read on PostgreSQL. At most about 1 if all is well.',
      () => {
        const { changes: reading } = database.load()
        return reading && reading.ageMs / 1000
      },
    ),
    gauge(
      'crema_notifications_arrive',
      '1 if notifications of PostgreSQL arrive, or 0 if changes are read twenty times a second instead.',
      () => {
        const { changes: reading } = database.load()
        return reading && Number(reading.isNotified)
      },
    ),
  ]
}

function business({ longRead }: ShopDatabase): Metric[] {
  return [
    counter('crema_orders_placed_total', 'Orders that were ever placed.', () => countPlacedOrders(longRead)),
    gauge(
      'crema_mails',
      'Mails that wait to be sent, and mails of the last 24 hours that were given up.',
      async () =>
        Object.entries(await countMails(longRead)).map(([status, value]) => ({ labels: { status }, value })),
    ),
    gauge('crema_payments_pending', 'Payments without an outcome, by gateway.', async () =>
      (await countPendingPayments(longRead)).map(({ gateway, payments }) => ({
        labels: { gateway },
        value: payments,
      })),
    ),
    gauge(
      'crema_payments_pending_oldest_seconds',
      'Age of the oldest payment without an outcome, by gateway.',
      async () =>
        (await countPendingPayments(longRead)).map(({ gateway, oldestMs }) => ({
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
function processMetrics(version: string): Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return [
    gauge('crema_info', 'Always 1. The labels are the versions of the shop and of Node.', () => [
      { labels: { version, node: process.version }, value: 1 },
    ]),
    gauge(
      'process_start_time_seconds',
      'Start of the process, in seconds since 1970.',
      () => performance.timeOrigin / 1000,
    ),
    counter('process_cpu_seconds_total', 'Processor time that the process has used.', () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    }),
    gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
    gauge('crema_heap_bytes', 'Memory of JavaScript objects.', () => process.memoryUsage().heapUsed),
    gauge('crema_event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', () => {
      const samples = [0.5, 0.99, 1].map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: quantile === 1 ? excess(delay.max) : excess(delay.percentile(quantile * 100)),
      }))
      delay.reset()
      return samples
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
