import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { isConflict, isUnavailable } from '../database/database-errors.ts'
import { Outage } from './outage.ts'
import { postgresDialect } from './postgres-driver.ts'
import { IMPATIENCE, PATIENCE, PostgresLines } from '../database/postgres-lines.ts'
import { openPool } from './postgres-pool.ts'
import type { StatementNames } from './statement-names.ts'
import { END_OF_LOG, hasReached, requestPosition } from './wal-position.ts'
import type { WalPosition } from './wal-position.ts'

/** The least time in milliseconds between two looks at the positions of both servers. */
const ASK_MS = 100
/** A position that was read longer ago than this many milliseconds is not used. */
const STALE_MS = 1000

type Setup<Tables> = {
  replicaUrl: string
  connections: number
  prepares: boolean
  names: StatementNames
  /** Runs statements on the primary server. */
  primary: Kysely<Tables>
}

/**
 * A read-only replica of the database (hot standby with streaming replication). A read uses it only if it has replayed
 * the last write of the client, and everything that the primary server had written at the previous look at the
 * positions. What is read is therefore at most about a second old. All other reads use the primary server. No read
 * waits for a look: it uses the result of the one before.
 */
export class Replica<Tables> {
  readonly #setup: Setup<Tables>
  readonly #lines = new PostgresLines({ ...PATIENCE, connectMs: IMPATIENCE.connectMs })
  readonly #kysely: Kysely<Tables>
  #askedAt = -Infinity
  #replayed: { position: WalPosition; at: number } | null = null
  /** The position of the primary server at the previous look. */
  #wanted: WalPosition = END_OF_LOG
  #onChange: (reason: unknown) => void = () => undefined
  #isLost = false

  constructor(setup: Setup<Tables>) {
    this.#setup = setup
    const { replicaUrl: databaseUrl, prepares, names, connections } = setup
    const pool = openPool({ databaseUrl, lines: this.#lines, prepares }, connections)
    const outage = new Outage(() => pool.totalCount > 0)
    this.#kysely = new Kysely<Tables>({ dialect: postgresDialect({ pool, names, outage }) })
  }

  /** Calls the listener with the reason when the replica is lost, and with null when it can be used again. */
  onChange(listener: (reason: unknown) => void): void {
    this.#onChange = listener
  }

  /**
   * Runs the read on the replica if that is recent enough, and otherwise on `primary`. If the replica fails during the
   * read, runs the read again on `primary`.
   */
  async read<T>(primary: Kysely<Tables>, read: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (!this.#isRecentEnough()) return read(primary)
    // If the replica stops responding during the read, a look notices that and ends the connection.
    const watch = setInterval(() => this.#lookAgain(), STALE_MS)
    try {
      return await read(this.#kysely)
    } catch (error) {
      // PostgreSQL cancels a statement on a replica with code 40001 if it stands in the way of replaying the log.
      if (!isUnavailable(error) && !isConflict(error)) throw error
      return await read(primary)
    } finally {
      clearInterval(watch)
    }
  }

  /**
   * Called after a commit. Remembers the position of the primary server for the client of the current request, if there
   * is one. The write succeeds even if the position is unknown: the client then reads from the primary server.
   */
  async noteWrite(): Promise<void> {
    const request = requestPosition.getStore()
    if (request) request.lastWrite = await this.#primaryPosition().catch(() => END_OF_LOG)
  }

  async close(): Promise<void> {
    await this.#lines.close([this.#kysely.destroy()])
  }

  #isRecentEnough(): boolean {
    const request = requestPosition.getStore()
    if (!request) return false
    this.#lookAgain()
    const at = performance.now()
    if (!this.#replayed || at - this.#replayed.at > STALE_MS) return false
    return request.lastWrite === null || hasReached(this.#replayed.position, request.lastWrite)
  }

  #lookAgain(): void {
    const at = performance.now()
    if (at - this.#askedAt <= ASK_MS) return
    this.#askedAt = at
    void this.#look(at)
  }

  /** Asks both servers for their positions. */
  async #look(at: number): Promise<void> {
    try {
      const positions = Promise.all([this.#primaryPosition(), this.#replayedPosition()])
      const [written, position] = await Promise.race([positions, tooLate()])
      this.#replayed = hasReached(position, this.#wanted) ? { position, at } : null
      this.#wanted = written
      this.#report(null)
    } catch (error) {
      this.#replayed = null
      this.#report(error)
    }
  }

  async #replayedPosition(): Promise<WalPosition> {
    const { rows } = await sql<{ at: WalPosition | null }>`SELECT pg_last_wal_replay_lsn() AS at`.execute(
      this.#kysely,
    )
    const at = rows[0]?.at
    // The function returns null on a server that is not, or no longer, a replica.
    if (!at) throw new Error('The server of DATABASE_REPLICA_URL is not a replica.')
    return at
  }

  async #primaryPosition(): Promise<WalPosition> {
    const { rows } = await sql<{ at: WalPosition }>`SELECT pg_current_wal_insert_lsn() AS at`.execute(
      this.#setup.primary,
    )
    return rows[0]?.at ?? END_OF_LOG
  }

  #report(reason: unknown): void {
    const isLost = reason !== null
    if (isLost === this.#isLost) return
    this.#isLost = isLost
    // Reads in progress on the replica would otherwise wait for a long timeout. They are run again on the primary.
    if (isLost) this.#lines.cut()
    this.#onChange(reason)
  }
}

async function tooLate(): Promise<never> {
  await pause(STALE_MS, null, { ref: false })
  throw new Error(`The servers did not say their positions within ${STALE_MS} ms.`)
}
