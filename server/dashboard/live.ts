import type { FastifyReply } from 'fastify'
import { LIVE_REPLACED } from '#contract/values/live.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import type { ShopEvent } from '#server/events.ts'
import type { EventsMissed } from '#server/platform/database/events.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { AdminSession } from '#server/platform/http/caller.ts'

/** Events with the same topic that occur within this time, in milliseconds, are sent as one event. */
const TOGETHER_MS = 250
const HEARTBEAT_MS = 25_000
const MOST_LISTENERS = 200
/** The maximum number of connections of one admin. Every open page of the dashboard has one connection. */
const MOST_OF_ONE_ADMIN = 20

/**
 * For each event of the shop, the topic that is sent to the dashboard's pages. Null means that nothing is sent,
 * because no page of the dashboard changes.
 */
const topics: Record<ShopEvent['type'], LiveTopic | null> = {
  'catalogue-changed': 'catalogue',
  'line-added': 'orders',
  'line-removed': null,
  'line-restored': null,
  'payment-opened': null,
  'payment-failed': 'orders',
  'order-placed': 'orders',
  'delivery-moved': 'orders',
  'order-changed': 'orders',
  'payment-taken-back': 'orders',
  'user-changed': 'users',
  'session-ended': null,
  'message-received': 'messages',
  'mail-changed': 'messages',
  'settings-changed': 'catalogue',
}

type Listener = { userId: string; sessionId: string; reply: FastifyReply }

/**
 * Sends server-sent events (HTML Living Standard, section 9.2) to admins whose browser shows a page of the dashboard.
 * An event contains only a topic. The client then reloads the lists that belong to that topic.
 */
export class Live {
  readonly #listeners = new Set<Listener>()
  readonly #due = new Set<LiveTopic>()
  readonly #heartbeat: NodeJS.Timeout

  constructor(events: ShopDatabase['events']) {
    events.subscribe((event) => this.#forward(event))
    this.#heartbeat = setInterval(() => this.#send(': still here\n\n'), HEARTBEAT_MS).unref()
  }

  /**
   * Keeps the response open and sends events on it. Returns false if too many connections of all admins together are
   * open.
   *
   * If one admin opens too many connections, the admin's oldest connection is closed. The oldest is the most likely to
   * be unused, for example by a computer in standby. Its last event is `LIVE_REPLACED`, which tells the client not to
   * reconnect. Otherwise two clients would close each other's connections for ever.
   *
   * `isStillAdmin` is called after the connection was added. The user may have lost the role after the request was
   * checked and before the connection was added. The event of that change then came too early to close the connection.
   */
  watch(
    { userId, sessionId }: AdminSession,
    reply: FastifyReply,
    isStillAdmin: () => Promise<boolean>,
  ): boolean {
    this.#endOldestOf(userId)
    if (this.#listeners.size >= MOST_LISTENERS) return false
    // A connection that the client has already closed is not added to the list. Its `close` event has passed, so it
    // would never be removed.
    if (!reply.raw.destroyed) this.#keep({ userId, sessionId, reply })
    reply.hijack()
    const cookies = reply.getHeader('set-cookie')
    if (cookies !== undefined) reply.raw.setHeader('set-cookie', cookies)
    reply.raw.writeHead(200, {
      ...reply.server.securityHeaders,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    reply.raw.write('retry: 2000\n\n')
    void this.#endUnlessAdmin(reply, isStillAdmin)
    return true
  }

  #endOldestOf(admin: string): void {
    const own = [...this.#listeners].filter(({ userId }) => userId === admin)
    if (own.length >= MOST_OF_ONE_ADMIN)
      this.#end((listener) => listener === own[0], eventText(LIVE_REPLACED))
  }

  #keep(listener: Listener): void {
    this.#listeners.add(listener)
    listener.reply.raw.on('close', () => this.#listeners.delete(listener))
  }

  async #endUnlessAdmin(reply: FastifyReply, isStillAdmin: () => Promise<boolean>): Promise<void> {
    if (!(await isStillAdmin().catch(() => false))) this.#end((listener) => listener.reply === reply)
  }

  /** The number of open connections. */
  get size(): number {
    return this.#listeners.size
  }

  /** Ends all open connections. Called when the shop closes. */
  close(): void {
    clearInterval(this.#heartbeat)
    this.#end(() => true)
  }

  #forward(event: ShopEvent | EventsMissed): void {
    // The changed user may no longer be an admin, so the user's connections are closed. The browser reconnects, and
    // the server then checks the role again.
    if (event.type === 'user-changed') this.#end(({ userId }) => userId === event.userId)
    if (event.type === 'session-ended') this.#end(({ sessionId }) => sessionId === event.sessionId)
    if (event.type === 'events-missed') return this.#end(() => true)
    const topic = topics[event.type]
    if (!topic || this.#listeners.size === 0 || this.#due.has(topic)) return
    this.#due.add(topic)
    setTimeout(() => {
      this.#due.delete(topic)
      this.#send(eventText(topic))
    }, TOGETHER_MS).unref()
  }

  /**
   * Closes the matching connections and removes them from the list. Writing to a closed response later would crash
   * the process.
   */
  #end(matches: (listener: Listener) => boolean, last = ''): void {
    for (const listener of this.#listeners) {
      if (!matches(listener)) continue
      this.#listeners.delete(listener)
      listener.reply.raw.end(last)
    }
  }

  #send(text: string): void {
    for (const { reply } of this.#listeners) reply.raw.write(text)
  }
}

function eventText(name: LiveTopic | typeof LIVE_REPLACED): string {
  return `event: ${name}\ndata: {}\n\n`
}
