import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { now } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller, LookUp } from '#server/platform/http/caller.ts'
import { Lru } from '#server/platform/lru.ts'
import type { Tables } from '#server/tables.ts'
import type { AccessTokens } from './access-token.ts'
import { findRole, findUserBySubject, isLiveSession } from './queries.ts'

type Known = { caller: Caller; sessionId: string; expiresAt: number }

const MOST_KNOWN = 50_000

/**
 * Who is behind an access token. A token that was checked is remembered by its SHA-256 until it expires, its session
 * ends or its owner changes, here or in another instance.
 */
export class Principals {
  readonly #known = new Lru<string, Known>(MOST_KNOWN)
  readonly #database: Database<Tables>
  readonly #tokens: AccessTokens
  /** Counts the changes, so that what was read before one is not remembered after it. */
  #generation = 0

  constructor(database: Database<Tables>, tokens: AccessTokens) {
    this.#database = database
    this.#tokens = tokens
    database.changes.listen(({ topic, id }) => {
      if (topic === 'user') this.#forget((known) => known.caller.userId === id)
      if (topic === 'session') this.#forget((known) => known.sessionId === id)
      if (topic === 'lost') this.#forget(() => true)
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
   * Whether the caller is an administrator now. With several instances the database is read each time. On SQLite only a
   * missing role is: `make-admin` runs in another process, whose change is not published here.
   */
  isAdmin(caller: Caller): Promise<boolean> | boolean {
    if (this.#database.dialect === 'sqlite' && caller.isAdmin) return true
    return findRole(this.#database.read, caller.userId).then((row) => row?.role === 'Admin')
  }

  async #lookUp(token: string, key: string): Promise<Caller | null> {
    const generation = this.#generation
    const claims = await this.#tokens.verify(token)
    if (!claims || !(await isLiveSession(this.#database.read, claims.sessionId))) return null
    const user = await findUserBySubject(this.#database.read, claims.subject)
    if (!user || user.archived_at !== null) return null
    const caller = { userId: user.id, email: user.email, name: user.name, isAdmin: user.role === 'Admin' }
    if (generation === this.#generation) this.#known.set(key, { caller, sessionId: claims.sessionId, expiresAt: claims.expiresAt })
    return caller
  }

  #forget(test: (known: Known) => boolean): void {
    this.#generation += 1
    this.#known.deleteWhere(test)
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
