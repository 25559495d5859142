import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { now } from '#server/platform/clock.ts'
import type { Caller, LookUp } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { AccessTokens } from './access-token.ts'
import { findRole, findUserBySubject, isLiveSession } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

type Known = { caller: Caller; sessionId: string; expiresAt: number }

const MOST_KNOWN = 50_000

/**
 * Who is behind an access token. A token that was checked is remembered by its SHA-256 until it expires, its session
 * ends or its owner changes, here or in another instance.
 */
export class Principals {
  readonly #known = new Lru<string, Known>(MOST_KNOWN)
  readonly #database: ShopDatabase
  readonly #tokens: AccessTokens
  readonly #alone: boolean
  /** Counts the changes, so that what was read before one is not remembered after it. */
  #generation = 0

  constructor({ database, tokens, alone }: { database: ShopDatabase; tokens: AccessTokens; alone: boolean }) {
    this.#database = database
    this.#alone = alone
    this.#tokens = tokens
    database.events.subscribe((event) => {
      if (event.type === 'user-changed') this.#forget((known) => known.caller.userId === event.userId)
      if (event.type === 'session-ended') this.#forget((known) => known.sessionId === event.sessionId)
      if (event.type === 'events-missed') this.#forget(() => true)
    })
  }

  /** The caller that the request's bearer token names, or null; for a token that is not remembered, how to find out. */
  caller(request: FastifyRequest): Caller | LookUp<Caller> | null {
    const header = request.headers.authorization
    if (!header?.startsWith('Bearer ')) return null
    const token = header.slice('Bearer '.length)
    const key = keyOf(token)
    const known = this.#known.get(key)
    if (known) return known.expiresAt > now() ? known.caller : null
    return () => this.#lookUp(token, key)
  }

  /** Remembers a token that was just signed here, so that its first request needs no look-up. */
  async remember(token: string): Promise<void> {
    await this.#lookUp(token, keyOf(token))
  }

  /**
   * Whether the caller is an administrator now. With several instances the database is read each time. A process that is
   * alone only reads a missing role: `make-admin` runs in another process, whose event does not reach this one.
   */
  isAdmin(caller: Caller): Promise<boolean> | boolean {
    if (this.#alone && caller.isAdmin) return true
    return findRole(this.#database.read, caller.userId).then((row) => row?.role === 'Admin')
  }

  async #lookUp(token: string, key: string): Promise<Caller | null> {
    const generation = this.#generation
    const claims = await this.#tokens.verify(token)
    if (!claims || !(await isLiveSession(this.#database.read, claims.sessionId))) return null
    const user = await findUserBySubject(this.#database.read, claims.subject)
    if (!user || user.archived_at !== null) return null
    const caller = { userId: user.id, email: user.email, name: user.name, isAdmin: user.role === 'Admin' }
    if (generation === this.#generation)
      this.#known.set(key, { caller, sessionId: claims.sessionId, expiresAt: claims.expiresAt })
    return caller
  }

  #forget(test: (known: Known) => boolean): void {
    this.#generation += 1
    this.#known.deleteWhere(test)
  }
}

function keyOf(token: string): string {
  return hash('sha256', token, 'base64')
}
