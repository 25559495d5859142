import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AnyEvent } from '../database/events.ts'

/**
 * The SQL of the table `changes`, through which processes that use the same PostgreSQL database receive each other's
 * events. A notification on the channel `crema` only tells the other processes to read the table now. Its text is the
 * name of the process that has sent it.
 */

/** The name of the channel for `LISTEN` and `NOTIFY`. */
export const CHANNEL = 'crema'

/** The events of one write. `process` is the name of the process that has written them. */
export type Change<E extends AnyEvent> = { process: string; events: E[] }

/**
 * What one statement has read. `snapshot` is the statement's PostgreSQL snapshot as text, which tells the transactions
 * that it could see. `at` is the time of the database server in UTC milliseconds.
 */
export type ReadChanges<E extends AnyEvent> = { snapshot: string; at: number; changes: Change<E>[] }

/** Rows are deleted after this time in milliseconds. */
export const KEPT_MS = 10 * 60_000

/** Inserts the events of a write and notifies the other processes when the transaction is committed. */
export async function insertChange<Tables>(
  db: Kysely<Tables>,
  { process, events }: Change<AnyEvent>,
): Promise<void> {
  await sql`
    WITH change AS (INSERT INTO changes (process, events) VALUES (${process}, ${JSON.stringify(events)}) RETURNING id)
    SELECT pg_notify(${CHANNEL}, ${process}) FROM change`.execute(db)
}

/**
 * Inserts events without a notification. The other processes find them at their next regular read, at most a second
 * later. With many processes, notifications of events as frequent as orders would make each process read all the time.
 */
export async function insertQuietly<Tables>(
  db: Kysely<Tables>,
  { process, events }: Change<AnyEvent>,
): Promise<void> {
  await sql`INSERT INTO changes (process, events) VALUES (${process}, ${JSON.stringify(events)})`.execute(db)
}

/**
 * Returns the changes of all transactions that were committed since the snapshot `since`, and none if `since` is null.
 *
 * The ids of the rows do not tell what is new, because an id is given when a row is inserted and not when it is
 * committed: a row with a lower id may become visible later. The snapshots do. A transaction that is not visible in the
 * last snapshot was running then or started later. The statement's own snapshot decides what it reads, and is the one
 * that it returns, so each change is read exactly once.
 */
export async function readChanges<Tables, E extends AnyEvent>(
  db: Kysely<Tables>,
  since: string | null,
): Promise<ReadChanges<E>> {
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
  // The cast is safe: `insertChange` has written the events, and the statement has made the rest.
  return JSON.parse(rows[0]?.read ?? '') as ReadChanges<E>
}

/** Deletes the rows that all processes have read long ago. Several processes may do so at the same time. */
export async function deleteOldChanges<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`DELETE FROM changes WHERE at < clock_timestamp() - ${KEPT_MS} * interval '1 millisecond'`.execute(
    db,
  )
}

/** Sends a notification with this text. It arrives when the transaction is committed. */
export async function notify<Tables>(db: Kysely<Tables>, text: string): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${text})`.execute(db)
}
