import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { now } from '#server/platform/clock.ts'
import type { Caller, LookUp } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { AccessTokens } from './access-token.ts'
import type { IdentityProvider } from './provider/identity-provider.ts'
import { findRole, findUserBySubject } from './queries.ts'

type CacheEntry = { caller: Caller; sessionId: string; expiresAt: number }

const MAX_ENTRIES = 50_000

type Setup = {
  database: ShopDatabase
  provider: Pick<IdentityProvider, 'isLiveSession'>
  tokens: AccessTokens
  /** Whether this process is the only one that writes to the database. */
  alone: boolean
}

/**
 * Finds the caller of an access token. A verified token is cached under its SHA-256 until it expires, its session ends or
 * its user changes, in this instance or in another one.
 */
export class Principals {
  readonly #cache = new Lru<string, CacheEntry>(MAX_ENTRIES)
  readonly #setup: Setup
  /** Counts invalidations. A look-up that began before an invalidation is not cached after it. */
  #generation = 0

  constructor(setup: Setup) {
    this.#setup = setup
    setup.database.events.subscribe((event) => {
      if (event.type === 'user-changed') this.#invalidate(({ caller }) => caller.userId === event.userId)
      if (event.type === 'session-ended') this.#invalidate(({ sessionId }) => sessionId === event.sessionId)
      if (event.type === 'events-missed') this.#invalidate(() => true)
    })
  }

  /** Returns the caller of the request's bearer token, or null. For a token that is not cached, returns a look-up. */
  caller(request: FastifyRequest): Caller | LookUp<Caller> | null {
    const header = request.headers.authorization
    if (!header?.startsWith('Bearer ')) return null
    const token = header.slice('Bearer '.length)
    const key = keyOf(token)
    const cached = this.#cache.get(key)
    if (cached) return cached.expiresAt > now() ? cached.caller : null
    return () => this.#lookUp(token, key)
  }

  /** Caches the caller of a token that was just signed, so that its first request needs no look-up. */
  async cache(token: string): Promise<void> {
    await this.#lookUp(token, keyOf(token))
  }

  /**
   * Returns whether the caller is an admin now. With several instances, the role is read from the database each time. A
   * process that is alone reads it only if the caller was no admin before: `make-admin` runs in another process, whose
   * events do not reach this one.
   */
  isAdmin(caller: Caller): Promise<boolean> | boolean {
    if (this.#setup.alone && caller.isAdmin) return true
    return findRole(this.#setup.database.read, caller.userId).then((row) => row?.role === 'Admin')
  }

  async #lookUp(token: string, key: string): Promise<Caller | null> {
    const generation = this.#generation
    const { database, provider, tokens } = this.#setup
    const claims = await tokens.verify(token)
    if (!claims || !(await provider.isLiveSession(claims.sessionId))) return null
    const user = await findUserBySubject(database.read, claims.subject)
    if (!user || user.archived_at !== null) return null
    const caller = { userId: user.id, email: user.email, name: user.name, isAdmin: user.role === 'Admin' }
    if (generation === this.#generation)
      this.#cache.set(key, { caller, sessionId: claims.sessionId, expiresAt: claims.expiresAt })
    return caller
  }

  #invalidate(test: (entry: CacheEntry) => boolean): void {
    this.#generation += 1
    this.#cache.deleteWhere(test)
  }
}

function keyOf(token: string): string {
  return hash('sha256', token, 'base64')
}
