import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallName } from '#contract/api.ts'
import { LIVE_PATH, LIVE_REPLACED, liveTopics, RECONNECT_DELAY } from '#contract/values/live.ts'
import type { LiveTopic } from '#contract/values/live.ts'

/** For each topic of events, the API calls whose answers have changed after such an event. */
const CALLS: Record<LiveTopic, readonly CallName[]> = {
  orders: [
    'GET /allProducts',
    'GET /count/products',
    'GET /fullProducts',
    'GET /count/orders',
    'GET /order/{id}',
    'GET /glance',
    'GET /waiting',
    'GET /pickList',
    'GET /paymentDesk',
    'GET /heldBags',
    'GET /allSubscriptions',
    'GET /subscriptionsOverview',
    'GET /subscription/{id}',
    'GET /audit',
  ],
  // The role of the signed-in user is fetched again too. The guard around the page redirects a former admin to the
  // login page.
  users: ['GET /allUser', 'GET /count/users', 'GET /user/admin/{email}', 'GET /audit'],
  catalogue: ['GET /reviews', 'GET /waiting', 'GET /audit'],
  messages: ['GET /messages', 'GET /waiting', 'GET /outbox', 'GET /audit'],
}

/**
 * Loads the data of a topic or of one call again, where the page shows it. Resolves when the new data is shown. Pages of
 * tables that were visited before are removed from the cache, because they would be shown first, with their old rows.
 */
export async function refreshTopic(client: QueryClient, of: LiveTopic | CallName): Promise<void> {
  const topic = liveTopics.find((known) => known === of)
  const refreshes = (topic ? CALLS[topic] : [of]).map((call) => {
    client.removeQueries({ queryKey: [call, 'rows'], type: 'inactive' })
    return client.invalidateQueries({ queryKey: [call] })
  })
  await Promise.all(refreshes)
}

/**
 * Loads the data of the dashboard again when it has changed on the server. Returns since when there is no connection, in
 * ms since 1970, or null if there is one.
 */
export function useAdminEvents(): number | null {
  const client = useQueryClient()
  const [lostAt, setLostAt] = useState<number | null>(null)
  useEffect(() => new AdminEvents((topic) => refreshTopic(client, topic), setLostAt).start(), [client])
  return lostAt
}

/**
 * How long a connection must be lost before the page reports an outage, in ms. A restart of the server takes less time,
 * so it is not reported.
 */
const OUTAGE_DELAY = 5000

/** How long to wait after an event, in ms. Events of the same topic in this time lead to one refresh. */
const REFRESH_DELAY = 300

type Timer = ReturnType<typeof setTimeout>

/** Receives server-sent events over one connection. Each event names a topic, the kind of data that has changed. */
export class AdminEvents {
  readonly #refresh: (topic: LiveTopic) => Promise<void>
  readonly #report: (lostAt: number | null) => void
  /** The topics that are being refreshed, or will be soon, each with whether an event has come since then. */
  readonly #refreshing = new Map<LiveTopic, boolean>()
  #connection: EventSource | null = null
  #reconnectTimer: Timer | undefined
  #outageTimer: Timer | undefined
  #hasMissedEvents = false

  /**
   * `refresh` loads the data of a topic again. `report` is called when an outage begins, and with null when it ends.
   */
  constructor(refresh: (topic: LiveTopic) => Promise<void>, report: (lostAt: number | null) => void) {
    this.#refresh = refresh
    this.#report = report
  }

  start(): () => void {
    this.#startOutage()
    this.#open()
    document.addEventListener('visibilitychange', this.#onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', this.#onVisibility)
      clearTimeout(this.#reconnectTimer)
      clearTimeout(this.#outageTimer)
      this.#connection?.close()
      this.#connection = null
    }
  }

  #open(): void {
    clearTimeout(this.#reconnectTimer)
    const connection = new EventSource(`/api${LIVE_PATH}`)
    this.#connection = connection
    for (const topic of liveTopics) connection.addEventListener(topic, () => void this.#refreshSoon(topic))
    connection.addEventListener('open', () => {
      clearTimeout(this.#outageTimer)
      this.#outageTimer = undefined
      this.#report(null)
      if (this.#hasMissedEvents) this.#refreshAll()
      this.#hasMissedEvents = false
    })
    connection.addEventListener('error', () => {
      this.#hasMissedEvents = true
      this.#startOutage()
      if (connection.readyState === EventSource.CLOSED) this.#onRefused()
    })
    // The admin has too many pages open. Hidden pages must not take the connections of visible pages.
    connection.addEventListener(LIVE_REPLACED, () => {
      connection.close()
      this.#hasMissedEvents = true
      this.#startOutage()
    })
  }

  /**
   * Refreshes a topic after `REFRESH_DELAY`. An event during a refresh leads to another one after it: an earlier one would
   * cancel the request, and with many events and a slow server the page would never show anything new. Does nothing on a
   * hidden page, because all data is refreshed when the page becomes visible.
   */
  async #refreshSoon(topic: LiveTopic): Promise<void> {
    if (document.visibilityState === 'hidden') return
    const isRunning = this.#refreshing.has(topic)
    this.#refreshing.set(topic, isRunning)
    if (isRunning) return
    let hasChanged: boolean | undefined
    try {
      await new Promise((resolve) => setTimeout(resolve, REFRESH_DELAY))
      if (!this.#connection) return
      this.#refreshing.set(topic, false)
      await this.#refresh(topic)
    } finally {
      hasChanged = this.#refreshing.get(topic)
      this.#refreshing.delete(topic)
    }
    if (hasChanged) void this.#refreshSoon(topic)
  }

  #startOutage(): void {
    const since = Date.now()
    this.#outageTimer ??= setTimeout(() => this.#report(since), OUTAGE_DELAY)
  }

  /**
   * Reconnects after a delay when the server has refused a connection. The server may be shutting down, or the user may
   * no longer be an admin, so the role is fetched again.
   */
  #onRefused(): void {
    this.#reconnectTimer = setTimeout(() => this.#open(), RECONNECT_DELAY)
    void this.#refresh('users')
  }

  readonly #onVisibility = (): void => {
    if (document.visibilityState !== 'visible') return
    if (this.#connection?.readyState === EventSource.CLOSED) this.#open()
    this.#refreshAll()
  }

  #refreshAll(): void {
    for (const topic of liveTopics) void this.#refresh(topic)
  }
}
