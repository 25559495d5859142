import type { FastifyReply, FastifyRequest } from 'fastify'
import { liveTopics } from '#contract/dashboard.ts'
import type { LiveTopic } from '#contract/dashboard.ts'
import type { Change, Changes } from '#server/platform/database/changes.ts'
import type { Caller } from '#server/platform/http/caller.ts'

/** Events of one kind within this time are told as one. */
const TOGETHER_MS = 250
const HEARTBEAT_MS = 25_000
const MOST_LISTENERS = 200

type Listener = { userId: string; reply: FastifyReply }

/** Admins who watch: server-sent events (HTML Living Standard, section 9.2), one a topic at most every quarter second. */
export class Live {
  readonly #listeners = new Set<Listener>()
  readonly #due = new Set<LiveTopic>()
  readonly #heartbeat: NodeJS.Timeout

  constructor(changes: Changes) {
    changes.listen((change) => this.#hear(change))
    this.#heartbeat = setInterval(() => this.#send(': still here\n\n'), HEARTBEAT_MS).unref()
  }

  /** Keeps the answer open and sends what happens; false when too many watch already. */
  watch(caller: Caller, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): boolean {
    if (this.#listeners.size >= MOST_LISTENERS) return false
    const listener = { userId: caller.userId, reply }
    this.#listeners.add(listener)
    request.raw.on('close', () => this.#listeners.delete(listener))
    reply.hijack()
    const cookies = reply.getHeader('set-cookie')
    if (cookies !== undefined) reply.raw.setHeader('set-cookie', cookies)
    reply.raw.writeHead(200, { ...reply.server.securityHeaders, 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    reply.raw.write('retry: 2000\n\n')
    return true
  }

  /** Says good-bye to everybody. */
  close(): void {
    clearInterval(this.#heartbeat)
    for (const { reply } of this.#listeners) reply.raw.end()
  }

  #hear({ topic, id }: Change): void {
    // Whoever was changed may be no admin any more: their browser asks again, and is let in or not.
    if (topic === 'user') for (const { userId, reply } of this.#listeners) if (userId === id) reply.raw.end()
    if (topic === 'lost' || topic === 'session') for (const { reply } of this.#listeners) reply.raw.end()
    const told = liveTopics.find((name) => name === topic || (topic === 'user' && name === 'users'))
    if (!told || this.#listeners.size === 0 || this.#due.has(told)) return
    this.#due.add(told)
    setTimeout(() => {
      this.#due.delete(told)
      this.#send(`event: ${told}\ndata: {}\n\n`)
    }, TOGETHER_MS).unref()
  }

  #send(text: string): void {
    for (const { reply } of this.#listeners) reply.raw.write(text)
  }
}
