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
  useEffect(() => followAdminEvents((topic) => refreshTopic(client, topic), setLostAt), [client])
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

type Refresh = (topic: LiveTopic) => Promise<void>

/**
 * Receives server-sent events over one connection. Each event names a topic, the kind of data that has changed, and `refresh`
 * loads this data again. `report` is called when an outage begins, and with null when it ends. Returns a function that closes
 * the connection.
 */
export function followAdminEvents(refresh: Refresh, report: (lostAt: number | null) => void): () => void {
  const closing = new AbortController()
  const refreshSoon = refreshInTurn(refresh, closing.signal)
  let connection: EventSource
  let reconnectTimer: Timer | undefined
  let outageTimer: Timer | undefined
  let hasMissedEvents = false

  function refreshAll(): void {
    for (const topic of liveTopics) void refresh(topic)
  }

  function startOutage(): void {
    const since = Date.now()
    outageTimer ??= setTimeout(() => report(since), OUTAGE_DELAY)
  }

  function open(): void {
    clearTimeout(reconnectTimer)
    connection = new EventSource(`/api${LIVE_PATH}`)
    for (const topic of liveTopics) connection.addEventListener(topic, () => void refreshSoon(topic))
    connection.addEventListener('open', () => {
      clearTimeout(outageTimer)
      outageTimer = undefined
      report(null)
      if (hasMissedEvents) refreshAll()
      hasMissedEvents = false
    })
    connection.addEventListener('error', () => {
      hasMissedEvents = true
      startOutage()
      if (connection.readyState !== EventSource.CLOSED) return
      // The server may be shutting down, or the user may no longer be an admin, so the role is fetched again.
      reconnectTimer = setTimeout(open, RECONNECT_DELAY)
      void refresh('users')
    })
    // The admin has too many pages open. Hidden pages must not take the connections of visible pages.
    connection.addEventListener(LIVE_REPLACED, () => {
      connection.close()
      hasMissedEvents = true
      startOutage()
    })
  }

  function onVisibility(): void {
    if (document.visibilityState !== 'visible') return
    if (connection.readyState === EventSource.CLOSED) open()
    refreshAll()
  }

  startOutage()
  open()
  document.addEventListener('visibilitychange', onVisibility, closing)
  return () => {
    closing.abort()
    clearTimeout(reconnectTimer)
    clearTimeout(outageTimer)
    connection.close()
  }
}

/**
 * Returns a function that refreshes a topic after `REFRESH_DELAY`. An event during a refresh leads to another one after it:
 * an earlier one would cancel the request, and with many events and a slow server the page would never show anything new. Does
 * nothing on a hidden page, because all data is refreshed when the page becomes visible.
 */
function refreshInTurn(refresh: Refresh, closed: AbortSignal): Refresh {
  /** The topics that are being refreshed, or will be soon, each with whether an event has come since then. */
  const refreshing = new Map<LiveTopic, boolean>()
  return async function refreshSoon(topic) {
    if (document.visibilityState === 'hidden') return
    const isRunning = refreshing.has(topic)
    refreshing.set(topic, isRunning)
    if (isRunning) return
    let hasChanged: boolean | undefined
    try {
      await new Promise((resolve) => setTimeout(resolve, REFRESH_DELAY))
      if (closed.aborted) return
      refreshing.set(topic, false)
      await refresh(topic)
    } finally {
      hasChanged = refreshing.get(topic)
      refreshing.delete(topic)
    }
    if (hasChanged) void refreshSoon(topic)
  }
}
