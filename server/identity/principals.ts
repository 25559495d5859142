import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Role } from '#contract/call.ts'
import { now } from '#server/platform/clock.ts'
import type { LookUp, SessionPerson, UserSession } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { AccessTokens } from './access-token.ts'
import { findRole, findUserBySubject } from './queries.ts'
import { findLiveSession } from './sessions/queries.ts'

type CacheEntry = { caller: UserSession; expiresAt: number }

const MAX_ENTRIES = 50_000

type Setup = {
  database: ShopDatabase
  tokens: AccessTokens
  /** True on SQLite, where only one server process uses the database. False on PostgreSQL, where several may use it. */
  isSingleInstance: boolean
  /** Whether the staff have their permissions only in a session that a second factor or a passkey has opened. */
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
  /**
   * The number of times that cache entries were invalidated. If it changes during a look-up, the user that was found
   * may be out of date and is not cached.
   */
  #generation = 0

  constructor(setup: Setup) {
    this.#setup = setup
    setup.database.events.subscribe((event) => {
      if (event.type === 'user-changed') this.#invalidate(({ caller }) => caller.userId === event.userId)
      if (event.type === 'session-ended')
        this.#invalidate(({ caller }) => caller.sessionId === event.sessionId)
      if (event.type === 'events-missed') this.#invalidate(() => true)
    })
  }

  /**
   * If the access token of the request is cached, returns the user to whom it was issued, or null if it has expired. If
   * it is not cached, returns a function that looks the user up. Returns null if the request has no token.
   */
  caller(request: FastifyRequest): UserSession | LookUp<UserSession> | null {
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
   * Returns the role that the user has now. With a single server instance, a cached admin role is trusted, because
   * only this instance can take the role away. In all other cases the role and the session are read from the database.
   * They may have been changed by another instance or by the command `make-admin`, which runs in another process.
   */
  role(caller: UserSession): Promise<Role | null> | Role | null {
    return this.#setup.isSingleInstance && caller.role === 'Admin' ? caller.role : this.#roleNow(caller)
  }

  /** Returns whether the session has not ended, and the user still exists and still has the role of the caller. */
  async isStillValid(caller: UserSession): Promise<boolean> {
    if (caller.role !== null) return (await this.#roleNow(caller)) === caller.role
    const { read } = this.#setup.database
    const live = { sessionId: caller.sessionId, at: now() }
    return Boolean((await findRole(read, caller.userId)) && (await findLiveSession(read, live)))
  }

  async #roleNow({ userId, sessionId }: UserSession): Promise<Role | null> {
    const { read } = this.#setup.database
    const [user, isStrong] = await Promise.all([findRole(read, userId), this.isStrongEnough(sessionId)])
    return isStrong && user ? user.role : null
  }

  /** Returns whether the session is live, and strong enough for the staff of this shop. */
  async isStrongEnough(sessionId: string): Promise<boolean> {
    const session = await findLiveSession(this.#setup.database.read, { sessionId, at: now() })
    return session !== undefined && (!this.#setup.adminsNeedFactor || session.strong === 1)
  }

  /** Returns the user to whom a session belongs, or null if the session has ended or the user was deleted. */
  async userOf({ subject, sessionId }: Pick<SessionPerson, 'subject' | 'sessionId'>) {
    const { database, adminsNeedFactor } = this.#setup
    const session = await findLiveSession(database.read, { sessionId, at: now() })
    const user = session && (await findUserBySubject(database.read, subject))
    if (!user || user.archived_at !== null) return null
    const { id: userId, email, name } = user
    const role = !adminsNeedFactor || session.strong === 1 ? user.role : null
    return { userId, email, name, role, sessionId }
  }

  async #lookUp(token: string, key: string): Promise<UserSession | null> {
    const generation = this.#generation
    const claims = await this.#setup.tokens.verify(token)
    const caller = claims && (await this.userOf(claims))
    if (caller && generation === this.#generation)
      this.#cache.set(key, { caller, expiresAt: claims.expiresAt })
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
