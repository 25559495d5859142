import { LIVE_PATH, LIVE_REPLACED, liveTopics } from '#contract/values/live.ts'
import type { LiveTopic } from '#contract/values/live.ts'

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

type Subscriber = { topics: readonly LiveTopic[]; refresh: () => void }

/**
 * Receives server-sent events over one connection for the whole dashboard, and passes them on to its subscribers.
 * Each event names a topic: the kind of data that has changed, such as `orders`.
 */
export class LiveSource {
  readonly #subscribers = new Set<Subscriber>()
  #connection: EventSource | null = null
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #missedEvents = false
  #isReplaced = false
  readonly #outageListeners = new Set<() => void>()
  #outageTimer: ReturnType<typeof setTimeout> | undefined
  #outage: number | null = null

  /** Opens the connection. Returns a function that closes it. */
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

  /**
   * Calls `refresh` when data of one of `topics` has changed, or may have changed while the connection was lost.
   * Returns a function that ends the subscription.
   */
  readonly subscribe = (topics: readonly LiveTopic[], refresh: () => void): (() => void) => {
    const subscriber = { topics, refresh }
    this.#subscribers.add(subscriber)
    return () => void this.#subscribers.delete(subscriber)
  }

  /** Returns when the current outage began, in ms since 1970, or null if there is no outage. */
  readonly getOutage = (): number | null => this.#outage

  /** Returns whether the server has closed this page's connection because the admin has too many pages open. */
  readonly isReplaced = (): boolean => this.#isReplaced

  /** Calls `listener` when an outage begins or ends. Returns a function that ends the subscription. */
  readonly subscribeOutage = (listener: () => void): (() => void) => {
    this.#outageListeners.add(listener)
    return () => void this.#outageListeners.delete(listener)
  }

  /**
   * Calls all subscribers of a topic. Does nothing on a hidden page, because all data is refreshed when the page
   * becomes visible.
   */
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

  /** Starts the timer of an outage. The outage is reported if it lasts longer than `OUTAGE_DELAY`. */
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
   * Reconnects after a delay when the server has refused a connection. The server may be shutting down, or the user may
   * no longer be an admin. Publishing the topic `users` makes the dashboard fetch the user's role again, so that a
   * former admin is redirected to the login page.
   */
  #onRefused(): void {
    this.#reconnectTimer = setTimeout(() => this.#open(), RECONNECT_DELAY)
    this.publish('users')
  }

  /**
   * Refreshes all data when the page becomes visible, because hidden pages ignore events. If the server had closed
   * the connection because the admin had too many pages open, the page reconnects only now. Otherwise hidden pages
   * would take the connections of visible pages.
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
