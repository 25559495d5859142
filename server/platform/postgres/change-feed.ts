import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { AnyEvent, Events } from '../database/events.ts'

/** The channel for `LISTEN` and `NOTIFY`. The text of a notification is the name of the process that has sent it. */
const CHANNEL = 'crema'
/** Times in milliseconds between two reads of the table, with notifications and without. */
const READ_MS = { notified: 1000, unnotified: 50 }
/** How often the listening connection sends a query, and is opened anew after it was lost, in milliseconds. */
const HEARTBEAT_MS = 1000
const ANNOUNCE_MS = 500
const DELETE_MS = 60_000
/** Rows are deleted after this time in milliseconds. */
export const KEPT_MS = 10 * 60_000
/** A read that comes so many milliseconds after the last one may be too late: rows may have been deleted in between. */
const TOO_LATE_MS = KEPT_MS / 2

export type FeedSetup<Tables, E extends AnyEvent> = {
  /** The connections for writes. */
  kysely: Kysely<Tables>
  /** Connections that do not wait for slow statements. */
  reserved: Kysely<Tables>
  /** Takes a connection out of the reserved ones, for `LISTEN`. */
  connect: () => Promise<pg.PoolClient>
  events: Events<E>
  /** The types of events that are written in the transaction. Without `urgent`, all events are. */
  urgent: ReadonlySet<string> | undefined
}

type Read<E> = { snapshot: string; at: number; changes: { process: string; events: E[] }[] }

/**
 * Passes events between this process and all others that use the same PostgreSQL database, through the table `changes`.
 * A notification only makes the others read the table at once. Without one they read it within a second, and a process
 * behind a connection pooler, which passes no notifications on, reads it every 50 ms.
 *
 * Publishes `events-missed` after the first read, after each failed read, and after the first successful one after it.
 * While the table cannot be read, no cache entry therefore lives much longer than a second.
 */
export class ChangeFeed<Tables, E extends AnyEvent> {
  readonly #setup: FeedSetup<Tables, E>
  readonly #closing = new AbortController()
  /** Aborted to read the table at once. */
  #wake = new AbortController()
  #running: Promise<unknown> = Promise.resolve()
  #self: string = randomUUID()
  #isNotified = false
  #last: { snapshot: string; at: number } | null = null
  /** The events that were published and not yet written, as JSON, so that equal ones are written once. */
  readonly #due = new Set<string>()
  #timers: NodeJS.Timeout[] = []

  private constructor(setup: FeedSetup<Tables, E>) {
    this.#setup = setup
  }

  static async open<Tables, E extends AnyEvent>(setup: FeedSetup<Tables, E>): Promise<ChangeFeed<Tables, E>> {
    const feed = new ChangeFeed(setup)
    await feed.#read()
    feed.#running = Promise.all([feed.#keepReading(), feed.#keepListening()])
    feed.#timers = [
      setInterval(() => void feed.#writeDue(), ANNOUNCE_MS).unref(),
      setInterval(() => void deleteOldChanges(setup.reserved).catch(() => undefined), DELETE_MS).unref(),
    ]
    return feed
  }

  /** Returns whether events of this type are written in the transaction of the write. */
  isUrgent({ type }: E): boolean {
    return this.#setup.urgent?.has(type) ?? true
  }

  /** Inserts the urgent events of a write. Must be called with its transaction, after the work. */
  async insert(tx: Kysely<Tables>, published: E[]): Promise<void> {
    const events = JSON.stringify(published.filter((event) => this.isUrgent(event)))
    if (events === '[]') return
    await sql`
      WITH change AS (INSERT INTO changes (process, events) VALUES (${this.#self}, ${events}) RETURNING id)
      SELECT pg_notify(${CHANNEL}, ${this.#self}) FROM change`.execute(tx)
  }

  /** Publishes the events of a committed write in this process, and announces those that are not urgent to others. */
  publish(committed: E[]): void {
    for (const event of committed) {
      this.#setup.events.publish(event)
      if (!this.isUrgent(event)) this.#due.add(JSON.stringify(event))
    }
  }

  /**
   * Must be called if the response to a COMMIT was lost. The transaction may have been committed nevertheless, and its
   * changes carry the name of this process, which skips its own changes because it publishes their events itself. Here
   * reads in between may have seen the rows of before. The process therefore takes a new name and does not skip them.
   */
  takeNewName(): void {
    this.#self = randomUUID()
  }

  /** Writes the events that are due, and closes the connection. Must be called before the pools are closed. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#closing.abort()
    this.#wake.abort()
    await Promise.all([this.#writeDue(), this.#running])
  }

  /**
   * Inserts the events that are due, without a notification. PostgreSQL commits transactions that notify one after the
   * other, and with many processes, notifications of events as frequent as orders would make each process read all the
   * time.
   */
  async #writeDue(): Promise<void> {
    if (this.#due.size === 0) return
    const events = `[${[...this.#due].join()}]`
    this.#due.clear()
    // If this fails, other processes show some lists as they were until the next event. Nothing depends on it.
    await sql`INSERT INTO changes (process, events) VALUES (${this.#self}, ${events})`
      .execute(this.#setup.kysely)
      .catch(() => undefined)
  }

  async #keepReading(): Promise<void> {
    const { signal: closing } = this.#closing
    while (!closing.aborted) {
      // While the table cannot be read, it is tried less often, so that the tries do not burden the server.
      const ms = this.#isNotified || !this.#last ? READ_MS.notified : READ_MS.unnotified
      await sleep(ms, null, { signal: this.#wake.signal, ref: false }).catch(() => undefined)
      this.#wake = new AbortController()
      if (!closing.aborted) await this.#read()
    }
  }

  async #read(): Promise<void> {
    const { reserved, events } = this.#setup
    const last = this.#last
    try {
      const { snapshot, at, changes } = await readChanges<Tables, E>(reserved, last?.snapshot ?? null)
      this.#last = { snapshot, at }
      if (!last || at - last.at > TOO_LATE_MS) return events.publish({ type: 'events-missed' })
      for (const change of changes.filter(({ process }) => process !== this.#self))
        for (const event of change.events) events.publish(event)
    } catch {
      // The database is unavailable, or the table does not exist yet because this process will migrate the database.
      this.#last = null
      if (!this.#closing.signal.aborted) events.publish({ type: 'events-missed' })
    }
  }

  /** Listens for notifications. If the connection is lost or cannot be opened, tries again every second. */
  async #keepListening(): Promise<void> {
    const { signal } = this.#closing
    for (let isPossible = true; isPossible && !signal.aborted;) {
      isPossible = await this.#listen().catch(() => true)
      this.#isNotified = false
      this.#wake.abort()
      await sleep(HEARTBEAT_MS, null, { signal, ref: false }).catch(() => undefined)
    }
  }

  /**
   * Listens until the connection is lost, which rejects. Returns false if there is a connection pooler: in transaction
   * mode it gives the server connection that listens to others after the statement.
   */
  async #listen(): Promise<boolean> {
    const client = await this.#setup.connect()
    try {
      if (await isPooled(client)) return false
      client.on('notification', ({ payload }) => payload !== this.#self && this.#wake.abort())
      for (;;) {
        // Repeating it changes nothing, but detects a dead connection. There may be no notification for hours.
        await client.query(`LISTEN ${CHANNEL}`)
        this.#isNotified = true
        await sleep(HEARTBEAT_MS, null, { signal: this.#closing.signal, ref: false })
      }
    } finally {
      client.release(true)
    }
  }
}

/**
 * Returns whether a pooler is between this process and the server. The process id that was sent when the connection was
 * opened is then one of the pooler, and not that of the server process.
 */
async function isPooled(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  // The types of `pg` lack this property, in which it stores the process id of the BackendKeyData message.
  return 'processID' in client && client.processID !== rows[0]?.pid
}

/**
 * Returns the changes of all transactions that were committed since the snapshot `since`, and none if `since` is null.
 * `at` is the time of the database server in UTC milliseconds.
 *
 * The ids of the rows do not tell what is new, because an id is given when a row is inserted and not when it is
 * committed: a row with a lower id may become visible later. The snapshots do. A transaction that is not visible in the
 * last snapshot was running then or started later. The statement's own snapshot decides what it reads, and is the one
 * that it returns, so each change is read exactly once.
 */
async function readChanges<Tables, E>(db: Kysely<Tables>, since: string | null): Promise<Read<E>> {
  const { rows } = await sql<{ read: string }>`
    SELECT json_build_object(
      'snapshot', pg_current_snapshot()::text,
      'at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
      'changes', (
        SELECT coalesce(json_agg(json_build_object('process', process, 'events', events::json) ORDER BY id), '[]')
        FROM changes
        WHERE tx >= pg_snapshot_xmin(${since}::pg_snapshot)
          AND NOT pg_visible_in_snapshot(tx, ${since}::pg_snapshot)
      )
    )::text AS read`.execute(db)
  // The cast is safe: `ChangeFeed` has written the events, and the statement has made the rest.
  return JSON.parse(rows[0]?.read ?? '') as Read<E>
}

/** Deletes the rows that all processes have read long ago. Several processes may do so at the same time. */
export async function deleteOldChanges<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`DELETE FROM changes WHERE at < clock_timestamp() - ${KEPT_MS} * interval '1 millisecond'`.execute(
    db,
  )
}
