import type { FastifyReply } from 'fastify'
import { LIVE_REPLACED } from '#contract/values/live.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import type { ShopEvent } from '#server/events.ts'
import type { EventsMissed } from '#server/platform/database/events.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { AdminSession } from '#server/platform/http/caller.ts'

/** Events of one topic within this time are sent as one. */
const TOGETHER_MS = 250
const HEARTBEAT_MS = 25_000
const MOST_LISTENERS = 200
/** Each open page of an admin holds one. */
const MOST_OF_ONE_ADMIN = 20

/** What an event is called on the line; null for events that no page of the dashboard shows. */
const topics: Record<ShopEvent['type'], LiveTopic | null> = {
  'catalogue-changed': 'catalogue',
  'line-added': 'orders',
  'line-removed': null,
  'line-restored': null,
  'payment-opened': null,
  'payment-failed': 'orders',
  'order-placed': 'orders',
  'delivery-moved': 'orders',
  'user-changed': 'users',
  'session-ended': null,
  'message-received': 'messages',
  'mail-changed': 'messages',
}

type Listener = { userId: string; sessionId: string; reply: FastifyReply }

/** Admins who watch: server-sent events (HTML Living Standard, section 9.2), one a topic at most every quarter second. */
export class Live {
  readonly #listeners = new Set<Listener>()
  readonly #due = new Set<LiveTopic>()
  readonly #heartbeat: NodeJS.Timeout

  constructor(events: ShopDatabase['events']) {
    events.subscribe((event) => this.#forward(event))
    this.#heartbeat = setInterval(() => this.#send(': still here\n\n'), HEARTBEAT_MS).unref()
  }

  /**
   * Keeps the response open and sends events on it. Returns false when too many are open already. Of one admin's lines
   * the oldest is closed to make room: it may be that of a computer that went to sleep. Its last event tells the client
   * not to reconnect: it would close the next oldest line, and so on for ever. `isStillAdmin` is called once more, since
   * a change between the gate and here was not noticed.
   */
  watch(
    { userId, sessionId }: AdminSession,
    reply: FastifyReply,
    isStillAdmin: () => Promise<boolean>,
  ): boolean {
    this.#makeRoomFor(userId)
    if (this.#listeners.size >= MOST_LISTENERS) return false
    // If the client has already disconnected, `close` was already emitted and the listener would never be removed.
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
    void this.#askAgain(reply, isStillAdmin)
    return true
  }

  #makeRoomFor(admin: string): void {
    const own = [...this.#listeners].filter(({ userId }) => userId === admin)
    if (own.length >= MOST_OF_ONE_ADMIN) this.#end((listener) => listener === own[0], lineFor(LIVE_REPLACED))
  }

  #keep(listener: Listener): void {
    this.#listeners.add(listener)
    listener.reply.raw.on('close', () => this.#listeners.delete(listener))
  }

  async #askAgain(reply: FastifyReply, isStillAdmin: () => Promise<boolean>): Promise<void> {
    if (!(await isStillAdmin().catch(() => false))) this.#end((listener) => listener.reply === reply)
  }

  /** Ends all open responses. */
  close(): void {
    clearInterval(this.#heartbeat)
    this.#end(() => true)
  }

  #forward(event: ShopEvent | EventsMissed): void {
    // A changed user may no longer be an admin. Their browser reconnects, and the gate decides.
    if (event.type === 'user-changed') this.#end(({ userId }) => userId === event.userId)
    if (event.type === 'session-ended') this.#end(({ sessionId }) => sessionId === event.sessionId)
    if (event.type === 'events-missed') return this.#end(() => true)
    const topic = topics[event.type]
    if (!topic || this.#listeners.size === 0 || this.#due.has(topic)) return
    this.#due.add(topic)
    setTimeout(() => {
      this.#due.delete(topic)
      this.#send(lineFor(topic))
    }, TOGETHER_MS).unref()
  }

  /** Writing to a line that is ended would end the process, so nothing is sent to it from here on. */
  #end(concerns: (listener: Listener) => boolean, last = ''): void {
    for (const listener of this.#listeners) {
      if (!concerns(listener)) continue
      this.#listeners.delete(listener)
      listener.reply.raw.end(last)
    }
  }

  #send(text: string): void {
    for (const { reply } of this.#listeners) reply.raw.write(text)
  }
}

function lineFor(name: LiveTopic | typeof LIVE_REPLACED): string {
  return `event: ${name}\ndata: {}\n\n`
}
