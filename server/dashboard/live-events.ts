import type { FastifyReply } from 'fastify'
import { LIVE_REPLACED } from '#contract/values/live.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import type { ShopEvent } from '#server/events.ts'
import type { EventsMissed } from '#server/platform/database/events.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { UserSession } from '#server/platform/http/caller.ts'

/** Events with the same topic that occur within this time, in milliseconds, are sent as one event. */
const TOGETHER_MS = 250
const HEARTBEAT_MS = 25_000

/**
 * For each event of the shop, the topic that is sent to the dashboard's pages. Null means that nothing is sent,
 * because no page of the dashboard changes.
 */
const adminTopics: Record<ShopEvent['type'], LiveTopic | null> = {
  'catalogue-changed': 'catalogue',
  'line-added': 'orders',
  'line-removed': 'orders',
  'line-restored': 'orders',
  'payment-opened': null,
  'payment-failed': 'orders',
  'order-placed': 'orders',
  'delivery-moved': 'orders',
  'order-changed': 'orders',
  'payment-changed': 'orders',
  'user-changed': 'users',
  'session-ended': null,
  'message-changed': 'messages',
  'mail-changed': 'messages',
  'settings-changed': 'catalogue',
}

/** The events that change what shoppers see of their own orders. The topic that is sent is always `orders`. */
const ofOwnOrders: ReadonlySet<ShopEvent['type']> = new Set([
  'payment-failed',
  'order-placed',
  'delivery-moved',
  'order-changed',
  'payment-changed',
])

/** The topics that packers get: they may not see the users and the catalogue. */
const topicsForPackers: ReadonlySet<LiveTopic> = new Set(['orders', 'messages'])

type Listener = Pick<UserSession, 'userId' | 'sessionId' | 'role'> & {
  reply: FastifyReply
  isStillValid: () => Promise<boolean>
}

/** What is sent after an event: a topic, to all who listen, or only to the user with `userId`, or only to the admins. */
type Message = { topic: LiveTopic; userId?: string; isForAdmins?: boolean }

/** The maximum number of connections of all users together, and of one user. */
type MaxConnections = { ofAll: number; ofOneUser: number }

/**
 * Sends server-sent events (HTML Living Standard, section 9.2) to users whose browser shows a page with live data. An
 * event contains only a topic. The client then reloads the lists that belong to that topic.
 */
abstract class LiveEvents {
  readonly #max: MaxConnections
  readonly #listeners = new Set<Listener>()
  readonly #due = new Set<string>()
  readonly #heartbeat: NodeJS.Timeout

  constructor(events: ShopDatabase['events'], max: MaxConnections) {
    this.#max = max
    events.subscribe((event) => this.#forward(event))
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS).unref()
  }

  /** Returns what to send after an event, or null if no page changes. */
  protected abstract messageFor(event: ShopEvent): Message | null

  /**
   * Keeps the response open and sends events on it. Returns false if too many connections of all users together are
   * open.
   *
   * If one user opens too many connections, the user's oldest connection is closed. The oldest is the most likely to
   * be unused, for example by a computer in standby. Its last event is `LIVE_REPLACED`, which tells the client not to
   * reconnect. Otherwise two clients would close each other's connections for ever.
   *
   * `isStillValid` is called after the connection was added. The user may have lost the role or the session after the
   * request was checked and before the connection was added. The event of that change then came too early to close the
   * connection.
   */
  watch(
    { userId, sessionId, role }: UserSession,
    reply: FastifyReply,
    isStillValid: () => Promise<boolean>,
  ): boolean {
    this.#endOldestOf(userId)
    if (this.#listeners.size >= this.#max.ofAll) return false
    // A connection that the client has already closed is not added to the list. Its `close` event has passed, so it
    // would never be removed.
    const listener = { userId, sessionId, role, reply, isStillValid }
    if (!reply.raw.destroyed) this.#keep(listener)
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
    void this.#endUnlessValid(listener, false)
    return true
  }

  #endOldestOf(user: string): void {
    const own = [...this.#listeners].filter(({ userId }) => userId === user)
    if (own.length >= this.#max.ofOneUser)
      this.#end((listener) => listener === own[0], eventText(LIVE_REPLACED))
  }

  #keep(listener: Listener): void {
    this.#listeners.add(listener)
    listener.reply.raw.on('close', () => this.#listeners.delete(listener))
  }

  /** `ifUnknown` is whether the listener is taken for valid if that cannot be read. */
  async #endUnlessValid(listener: Listener, ifUnknown: boolean): Promise<void> {
    if (!(await listener.isStillValid().catch(() => ifUnknown))) this.#end((one) => one === listener)
  }

  /**
   * Keeps the connections open, but for those whose session has expired, of which no event tells. The sessions are read
   * one after the other, so that they do not use all connections to the database.
   */
  async #beat(): Promise<void> {
    this.#send(': still here\n\n')
    for (const listener of this.#listeners) await this.#endUnlessValid(listener, true)
  }

  /** Ends all open connections. Called when the shop closes. */
  close(): void {
    clearInterval(this.#heartbeat)
    this.#end(() => true)
  }

  #forward(event: ShopEvent | EventsMissed): void {
    // The changed user may have been deleted or may have another role, so the user's connections are closed. The
    // browser reconnects, and the server then checks that again.
    if (event.type === 'user-changed') this.#end(({ userId }) => userId === event.userId)
    if (event.type === 'session-ended') this.#end(({ sessionId }) => sessionId === event.sessionId)
    if (event.type === 'events-missed') return this.#end(() => true)
    const message = this.messageFor(event)
    if (!message || this.#listeners.size === 0) return
    const key = `${message.topic} ${message.userId}`
    if (this.#due.has(key)) return
    this.#due.add(key)
    setTimeout(() => {
      this.#due.delete(key)
      this.#send(eventText(message.topic), message)
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

  #send(text: string, { userId, isForAdmins = false }: Omit<Message, 'topic'> = {}): void {
    for (const { reply, ...to } of this.#listeners) {
      const isMeant = userId === undefined || userId === to.userId
      if (isMeant && (!isForAdmins || to.role === 'Admin')) reply.raw.write(text)
    }
  }
}

/** The events of all users, for admins and packers. Every open page of the dashboard has one connection. */
export class AdminEvents extends LiveEvents {
  constructor(events: ShopDatabase['events']) {
    super(events, { ofAll: 200, ofOneUser: 20 })
  }

  protected messageFor({ type }: ShopEvent): Message | null {
    const topic = adminTopics[type]
    return topic && { topic, isForAdmins: !topicsForPackers.has(topic) }
  }
}

/** The events of a shopper's own orders. Only a visible page of the account or the cart has a connection. */
export class ShopperEvents extends LiveEvents {
  constructor(events: ShopDatabase['events']) {
    super(events, { ofAll: 1000, ofOneUser: 5 })
  }

  protected messageFor(event: ShopEvent): Message | null {
    return ofOwnOrders.has(event.type) && 'userId' in event ? { topic: 'orders', userId: event.userId } : null
  }
}

function eventText(name: LiveTopic | typeof LIVE_REPLACED): string {
  return `event: ${name}\ndata: {}\n\n`
}
