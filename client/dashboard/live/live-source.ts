import { LIVE_PATH, LIVE_REPLACED, liveTopics } from '#contract/values/live.ts'
import type { LiveTopic } from '#contract/values/live.ts'

/**
 * How long to wait before a new connection after the server refused one, in ms. The browser itself reopens a
 * connection that was lost.
 */
const RECONNECT_DELAY = 10_000

/** How long a connection may be lost before it counts as an outage, in ms. A restart of the shop takes less. */
const OUTAGE_DELAY = 5000

type Subscriber = { topics: readonly LiveTopic[]; refresh: () => void }

/** Receives the server's events over one connection for the whole dashboard, and publishes them to its subscribers. */
export class LiveSource {
  readonly #subscribers = new Set<Subscriber>()
  #connection: EventSource | null = null
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #missedEvents = false
  #isReplaced = false
  readonly #outageListeners = new Set<() => void>()
  #outageTimer: ReturnType<typeof setTimeout> | undefined
  #outage: number | null = null

  /** Opens the connection. The returned function closes it. */
  readonly start = (): (() => void) => {
    this.#startOutage()
    this.#open()
    document.addEventListener('visibilitychange', this.#onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', this.#onVisibility)
      clearTimeout(this.#reconnectTimer)
      this.#endOutage()
      this.#connection?.close()
    }
  }

  /** Calls `refresh` when one of these topics has changed, or may have changed while events were missed. */
  readonly subscribe = (topics: readonly LiveTopic[], refresh: () => void): (() => void) => {
    const subscriber = { topics, refresh }
    this.#subscribers.add(subscriber)
    return () => void this.#subscribers.delete(subscriber)
  }

  /** Returns when the current outage began, in ms since 1970, or null if there is none. */
  readonly getOutage = (): number | null => this.#outage

  /** Returns whether the server closed the connection because the admin has too many pages open. */
  readonly isReplaced = (): boolean => this.#isReplaced

  /** Calls `listener` when an outage begins and when it ends. */
  readonly subscribeOutage = (listener: () => void): (() => void) => {
    this.#outageListeners.add(listener)
    return () => void this.#outageListeners.delete(listener)
  }

  /** Refreshes all subscribers of a topic. A hidden page does nothing: it refreshes everything when it is visible again. */
  readonly publish = (topic: LiveTopic): void => {
    if (document.visibilityState === 'hidden') return
    for (const { topics, refresh } of this.#subscribers) if (topics.includes(topic)) refresh()
  }

  #open(): void {
    const connection = new EventSource(`/api${LIVE_PATH}`)
    this.#connection = connection
    this.#isReplaced = false
    connection.addEventListener(LIVE_REPLACED, () => {
      connection.close()
      this.#missedEvents = true
      this.#isReplaced = true
      this.#setOutage(Date.now())
    })
    for (const topic of liveTopics) connection.addEventListener(topic, () => this.publish(topic))
    connection.addEventListener('open', () => {
      this.#endOutage()
      if (this.#missedEvents) this.#refreshAll()
      this.#missedEvents = false
    })
    connection.addEventListener('error', () => {
      this.#missedEvents = true
      this.#startOutage()
      if (connection.readyState === EventSource.CLOSED) this.#onRefused()
    })
  }

  /** Begins an outage that is reported after `OUTAGE_DELAY`. */
  #startOutage(): void {
    const since = Date.now()
    this.#outageTimer ??= setTimeout(() => this.#setOutage(since), OUTAGE_DELAY)
  }

  #endOutage(): void {
    clearTimeout(this.#outageTimer)
    this.#outageTimer = undefined
    this.#setOutage(null)
  }

  #setOutage(since: number | null): void {
    if (this.#outage === since) return
    this.#outage = since
    for (const listener of this.#outageListeners) listener()
  }

  /**
   * The server refuses a connection while it is closing, and also when the user is no longer an admin. Refreshing the
   * topic `users` reads the user's role again, so that a former admin leaves the dashboard.
   */
  #onRefused(): void {
    this.#reconnectTimer = setTimeout(() => this.#open(), RECONNECT_DELAY)
    this.publish('users')
  }

  /**
   * Refreshes a page that becomes visible, because hidden pages ignore events. A connection that another page has
   * replaced is opened again only now, so that hidden pages do not replace visible ones.
   */
  readonly #onVisibility = (): void => {
    if (document.visibilityState !== 'visible') return
    if (this.#isReplaced) this.#open()
    this.#refreshAll()
  }

  #refreshAll(): void {
    for (const { refresh } of this.#subscribers) refresh()
  }
}
