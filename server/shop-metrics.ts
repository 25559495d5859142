import type { AdminEvents, ShopperEvents } from './dashboard/live-events.ts'
import { countMails } from './mail/outbox.ts'
import type { StoreErrors } from './media/counted-store.ts'
import { countPlacedOrders } from './orders/sales.ts'
import { countPendingPayments } from './payments/count-payments.ts'
import type { Metric } from './platform/metrics/metric.ts'
import { processMetrics } from './platform/metrics/process-metrics.ts'
import type { Readiness } from './platform/readiness.ts'
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
    {
      name: 'crema_ready',
      type: 'gauge',
      help: '1 if this process can serve requests, as /readyz says, else 0.',
      read: async () => Number(await readiness.isReady()),
    },
    {
      name: 'crema_live_connections',
      type: 'gauge',
      help: 'Open connections for server-sent events.',
      read: () => adminEvents.size + shopperEvents.size,
    },
    {
      name: 'crema_picture_store_errors_total',
      type: 'counter',
      help: 'Failed operations of the picture store, by operation.',
      read: () => Object.entries(storeErrors).map(([operation, value]) => ({ labels: { operation }, value })),
    },
  ]
}

function databaseLoad(database: ShopDatabase): Metric[] {
  return [
    {
      name: 'crema_database_connections',
      type: 'gauge',
      help: 'Connections of the pool on PostgreSQL, by state.',
      read: () => {
        const { connections } = database.load()
        if (!connections) return null
        const { inUse, idle } = connections
        return [
          { labels: { state: 'in_use' }, value: inUse },
          { labels: { state: 'idle' }, value: idle },
        ]
      },
    },
    {
      name: 'crema_database_waiting',
      type: 'gauge',
      help: 'Statements that wait for a connection of the pool on PostgreSQL.',
      read: () => database.load().connections?.waiting ?? null,
    },
    {
      name: 'crema_long_reads',
      type: 'gauge',
      help: 'Long reads on SQLite that are running or waiting for their thread.',
      read: () => (database.dialect === 'sqlite' ? database.load().longReads : null),
    },
  ]
}

function changes(database: ShopDatabase): Metric[] {
  return [
    {
      name: 'crema_changes_age_seconds',
      type: 'gauge',
      help: 'Time since the changes of other processes were last read on PostgreSQL. At most about 1 if all is well.',
      read: () => {
        const { changes: reading } = database.load()
        return reading && reading.ageMs / 1000
      },
    },
    {
      name: 'crema_notifications_arrive',
      type: 'gauge',
      help: '1 if notifications of PostgreSQL arrive, or 0 if changes are read twenty times a second instead.',
      read: () => {
        const { changes: reading } = database.load()
        return reading && Number(reading.isNotified)
      },
    },
  ]
}

function business({ longRead }: ShopDatabase): Metric[] {
  return [
    {
      name: 'crema_orders_placed_total',
      type: 'counter',
      help: 'Orders that were ever placed.',
      read: () => countPlacedOrders(longRead),
    },
    {
      name: 'crema_mails',
      type: 'gauge',
      help: 'Mails that wait to be sent, and mails of the last 24 hours that were given up.',
      read: async () =>
        Object.entries(await countMails(longRead)).map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'crema_payments_pending',
      type: 'gauge',
      help: 'Payments without an outcome, by gateway.',
      read: async () =>
        (await countPendingPayments(longRead)).map(({ gateway, payments }) => ({
          labels: { gateway },
          value: payments,
        })),
    },
    {
      name: 'crema_payments_pending_oldest_seconds',
      type: 'gauge',
      help: 'Age of the oldest payment without an outcome, by gateway.',
      read: async () =>
        (await countPendingPayments(longRead)).map(({ gateway, oldestMs }) => ({
          labels: { gateway },
          value: oldestMs / 1000,
        })),
    },
  ]
}
