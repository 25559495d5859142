import type { Kysely } from 'kysely'
import type { AnyEvent, Events } from './events.ts'

/** A write in progress: its transaction, and `publish`, which passes an event to its subscribers after the commit. */
export type Write<Tables, E extends AnyEvent = AnyEvent> = { tx: Kysely<Tables>; publish(event: E): void }

/** A database, either SQLite or PostgreSQL. Reads see committed rows only. Writes are durable when they resolve. */
export type Database<Tables, E extends AnyEvent = AnyEvent> = {
  dialect: 'sqlite' | 'postgres'
  read: Kysely<Tables>
  /** For statements that may take longer than a few milliseconds. They do not block the event loop. */
  longRead: Kysely<Tables>
  /**
   * For short statements that must not wait for others. On PostgreSQL they have connections of their own with short
   * timeouts.
   */
  reserved: Kysely<Tables>
  /**
   * Runs the work in a transaction and returns its result. If the result is a `Problem`, which is an expected failure,
   * the transaction is rolled back. The work may be run more than once, so it must not have other effects than those in
   * the database.
   */
  write<T>(work: (write: Write<Tables, E>) => Promise<T>): Promise<T>
  /** Runs a script of several statements, completely or not at all. Used for migrations. */
  script: (sql: string) => Promise<void>
  /** Runs the work while no other process runs work through this method on the database. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  events: Pick<Events<E>, 'publish' | 'subscribe' | 'onType'>
  /** Rejects if the database does not answer, or cannot store anything. */
  check: () => Promise<void>
  /** A warning for the owner about the state of the database at the start, or null. */
  warning: string | null
  close: () => Promise<void>
}

export type DatabasePlace = { dataDir: string; databaseUrl: string | null }
