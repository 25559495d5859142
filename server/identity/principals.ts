import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { now } from '#server/platform/clock.ts'
import type { Caller, LookUp } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { AccessTokens } from './access-token.ts'
import { findRole, findUserBySubject } from './queries.ts'
import { findLiveSession } from './sessions/queries.ts'

type CacheEntry = { caller: Caller; sessionId: string; expiresAt: number }

const MAX_ENTRIES = 50_000

type Setup = {
  database: ShopDatabase
  tokens: AccessTokens
  /** True on SQLite, where only one server process uses the database. False on PostgreSQL, where several may use it. */
  isSingleInstance: boolean
  /** Whether admins have their permissions only in a session that a second factor or a passkey has opened. */
  adminsNeedFactor: boolean
}

/**
 * Finds the user to whom an access token was issued. The result is cached under the SHA-256 hash of the token. The
 * cache entry is valid until the token expires, the session ends or the user is changed, by this or another instance
 * of the server.
 */
export class Principals {
  readonly #cache = new Lru<string, CacheEntry>(MAX_ENTRIES)
  readonly #setup: Setup
  /** The ids of the sessions of callers that were looked up. */
  readonly #sessions = new WeakMap<Caller, string>()
  /**
   * The number of times that cache entries were invalidated. If it changes during a look-up, the user that was found
   * may be out of date and is not cached.
   */
  #generation = 0

  constructor(setup: Setup) {
    this.#setup = setup
    setup.database.events.subscribe((event) => {
      if (event.type === 'user-changed') this.#invalidate(({ caller }) => caller.userId === event.userId)
      if (event.type === 'session-ended') this.#invalidate(({ sessionId }) => sessionId === event.sessionId)
      if (event.type === 'events-missed') this.#invalidate(() => true)
    })
  }

  /**
   * If the access token of the request is cached, returns the user to whom it was issued, or null if it has expired. If
   * it is not cached, returns a function that looks the user up. Returns null if the request has no token.
   */
  caller(request: FastifyRequest): Caller | LookUp<Caller> | null {
    const header = request.headers.authorization
    if (!header?.startsWith('Bearer ')) return null
    const token = header.slice('Bearer '.length)
    const key = keyOf(token)
    const cached = this.#cache.get(key)
    if (cached) return cached.expiresAt > now() ? cached.caller : null
    return () => this.#lookUp(token, key)
  }

  /**
   * Looks up the user of a new access token and caches the result, so that the first request with the token needs no
   * look-up.
   */
  async cache(token: string): Promise<void> {
    await this.#lookUp(token, keyOf(token))
  }

  /**
   * Returns whether the user is an admin now. With a single server instance, a cached admin role is trusted, because
   * only this instance can take the role away. In all other cases the role is read from the database. It may have
   * been changed by another instance or by the command `make-admin`, which runs in another process. With several
   * instances it is also read whether the session of the admin has ended at another one.
   */
  isAdmin(caller: Caller): Promise<boolean> | boolean {
    const { isSingleInstance, adminsNeedFactor } = this.#setup
    if (isSingleInstance && caller.isAdmin) return true
    if (isSingleInstance && !adminsNeedFactor) return this.#isAdminNow(caller, undefined)
    const ofCookie = 'sessionId' in caller ? String(caller.sessionId) : ''
    return this.#isAdminNow(caller, this.#sessions.get(caller) ?? ofCookie)
  }

  /** Returns whether the session is live, and strong enough for an admin of this shop. */
  async isStrongEnough(sessionId: string): Promise<boolean> {
    const { database, adminsNeedFactor } = this.#setup
    const session = await findLiveSession(database.read, { sessionId, at: now() })
    return session !== undefined && (!adminsNeedFactor || session.strong === 1)
  }

  async #isAdminNow({ userId }: Caller, sessionId: string | undefined): Promise<boolean> {
    const { database } = this.#setup
    const [row, isStrong] = await Promise.all([
      findRole(database.read, userId),
      sessionId === undefined || this.isStrongEnough(sessionId),
    ])
    return isStrong && row?.role === 'Admin'
  }

  async #lookUp(token: string, key: string): Promise<Caller | null> {
    const generation = this.#generation
    const { database, tokens } = this.#setup
    const claims = await tokens.verify(token)
    const live = claims && { sessionId: claims.sessionId, at: now() }
    const session = live && (await findLiveSession(database.read, live))
    if (!claims || !session) return null
    const user = await findUserBySubject(database.read, claims.subject)
    if (!user || user.archived_at !== null) return null
    const isStrong = !this.#setup.adminsNeedFactor || session.strong === 1
    const caller = {
      userId: user.id,
      email: user.email,
      name: user.name,
      isAdmin: user.role === 'Admin' && isStrong,
    }
    this.#sessions.set(caller, claims.sessionId)
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
