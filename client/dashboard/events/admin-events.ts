import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallName } from '#contract/api.ts'
import { LIVE_PATH, LIVE_REPLACED, liveTopics } from '#contract/values/live.ts'
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
    'GET /pickList',
    'GET /paymentDesk',
    'GET /heldBags',
    'GET /audit',
  ],
  // The role of the signed-in user is fetched again too. The guard around the page redirects a former admin to the
  // login page.
  users: ['GET /allUser', 'GET /count/users', 'GET /user/admin/{email}', 'GET /audit'],
  catalogue: ['GET /audit'],
  messages: ['GET /messages', 'GET /outbox', 'GET /audit'],
}

/**
 * Loads the data of a topic again, where the page shows it. Resolves when the new data is shown. Pages of tables that
 * were visited before are removed from the cache, because they would be shown first, with their old rows.
 */
export async function refreshTopic(client: QueryClient, topic: LiveTopic): Promise<void> {
  const refreshes = CALLS[topic].map((call) => {
    client.removeQueries({ queryKey: [call, 'rows'], type: 'inactive' })
    return client.invalidateQueries({ queryKey: [call] })
  })
  await Promise.all(refreshes)
}

/**
 * A time without connection. `since` is its beginning, in ms since 1970. `isReplaced` is true if the server has closed
 * the connection because the admin has too many pages open.
 */
export type Outage = { since: number; isReplaced: boolean }

/** Loads the data of the dashboard again when it has changed on the server. Returns the current outage, or null. */
export function useAdminEvents(): Outage | null {
  const client = useQueryClient()
  const [outage, setOutage] = useState<Outage | null>(null)
  useEffect(() => new AdminEvents((topic) => void refreshTopic(client, topic), setOutage).start(), [client])
  return outage
}

/**
 * How long to wait before reconnecting after the server has refused a connection, in ms. If a connection was only
 * lost, the browser itself reconnects.
 */
const RECONNECT_DELAY = 10_000

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
  readonly #refresh: (topic: LiveTopic) => void
  readonly #report: (outage: Outage | null) => void
  readonly #refreshTimers = new Map<LiveTopic, Timer>()
  #connection: EventSource | null = null
  #reconnectTimer: Timer | undefined
  #outageTimer: Timer | undefined
  #hasMissedEvents = false
  #isReplaced = false

  /** `refresh` loads the data of a topic again. `report` is called when an outage begins, and with null when it ends. */
  constructor(refresh: (topic: LiveTopic) => void, report: (outage: Outage | null) => void) {
    this.#refresh = refresh
    this.#report = report
  }

  /** Opens the connection. Returns a function that closes it. */
  start(): () => void {
    this.#startOutage()
    this.#open()
    document.addEventListener('visibilitychange', this.#onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', this.#onVisibility)
      for (const timer of this.#refreshTimers.values()) clearTimeout(timer)
      clearTimeout(this.#reconnectTimer)
      clearTimeout(this.#outageTimer)
      this.#connection?.close()
    }
  }

  #open(): void {
    const connection = new EventSource(`/api${LIVE_PATH}`)
    this.#connection = connection
    this.#isReplaced = false
    for (const topic of liveTopics) connection.addEventListener(topic, () => this.#refreshSoon(topic))
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
    connection.addEventListener(LIVE_REPLACED, () => {
      connection.close()
      this.#hasMissedEvents = true
      this.#isReplaced = true
      this.#report({ since: Date.now(), isReplaced: true })
    })
  }

  /** Does nothing on a hidden page, because all data is refreshed when the page becomes visible. */
  #refreshSoon(topic: LiveTopic): void {
    if (document.visibilityState === 'hidden' || this.#refreshTimers.has(topic)) return
    const timer = setTimeout(() => {
      this.#refreshTimers.delete(topic)
      this.#refresh(topic)
    }, REFRESH_DELAY)
    this.#refreshTimers.set(topic, timer)
  }

  #startOutage(): void {
    const since = Date.now()
    this.#outageTimer ??= setTimeout(() => this.#report({ since, isReplaced: false }), OUTAGE_DELAY)
  }

  /**
   * Reconnects after a delay when the server has refused a connection. The server may be shutting down, or the user may
   * no longer be an admin, so the role is fetched again.
   */
  #onRefused(): void {
    this.#reconnectTimer = setTimeout(() => this.#open(), RECONNECT_DELAY)
    this.#refresh('users')
  }

  /**
   * If the server had closed the connection because the admin had too many pages open, the page reconnects only when it
   * becomes visible. Otherwise hidden pages would take the connections of visible pages.
   */
  readonly #onVisibility = (): void => {
    if (document.visibilityState !== 'visible') return
    if (this.#isReplaced) this.#open()
    this.#refreshAll()
  }

  #refreshAll(): void {
    for (const topic of liveTopics) this.#refresh(topic)
  }
}
