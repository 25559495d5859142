import type { Kysely } from 'kysely'
import type { AnyEvent, Events } from './events.ts'

/** A write in progress: its transaction, and `publish`, which calls the subscribers of an event after the commit. */
export type Write<Tables, E extends AnyEvent = AnyEvent> = { tx: Kysely<Tables>; publish(event: E): void }

/** One database, whichever it is. Reads see what is committed; writes are durable before they resolve. */
export type Database<Tables, E extends AnyEvent = AnyEvent> = {
  dialect: 'sqlite' | 'postgres'
  read: Kysely<Tables>
  /** For statements that may take longer than a few milliseconds: the event loop does not wait for them. */
  longRead: Kysely<Tables>
  /** For short statements that must not wait behind others: on a server, connections of their own that time out soon. */
  reserved: Kysely<Tables>
  /**
   * Runs the work in a transaction and returns its result. An expected failure is a `Problem` that the work returns: the
   * transaction is rolled back then. The work may be run more than once, so it changes nothing but the database.
   */
  write<T>(work: (write: Write<Tables, E>) => Promise<T>): Promise<T>
  /** Runs a script of several statements, all or nothing; for migrations. */
  script: (sql: string) => Promise<void>
  /** Runs the work while no other process runs work in the same way on this database. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  events: Pick<Events<E>, 'publish' | 'subscribe' | 'onType'>
  /** Rejects if the shop cannot serve: the database does not answer, or cannot keep what is written. */
  check: () => Promise<void>
  /** What the owner has to know about the state in which the database was found; null if all is well. */
  warning: string | null
  close: () => Promise<void>
}

export type DatabasePlace = { dataDir: string; databaseUrl: string | null }
