import type { Kysely } from 'kysely'
import type { Change, Changes } from './changes.ts'

/** A write in progress: the transaction's statements, and what to tell those who cache once it is committed. */
export type Write<Tables> = { tx: Kysely<Tables>; changed: (change: Change) => void }

/** One database, whichever it is. Reads see what is committed; writes are durable before they resolve. */
export type Database<Tables> = {
  dialect: 'sqlite' | 'postgres'
  read: Kysely<Tables>
  /** For statements that may take longer than a few milliseconds: the event loop does not wait for them. */
  longRead: Kysely<Tables>
  /** For short statements that must not wait behind others: on a server, connections of their own that time out soon. */
  reserved: Kysely<Tables>
  /** Runs the work in a transaction. It may be run more than once: it changes nothing but the books. */
  write: <T>(work: (write: Write<Tables>) => Promise<T>) => Promise<T>
  /** Runs a script of several statements, all or nothing; for migrations. */
  script: (sql: string) => Promise<void>
  /** Runs the work while no other process is in the same place. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /** Tells those who look on, here at once and elsewhere within half a second; may be lost, unlike `changed`. */
  announce: (topic: string) => void
  changes: Changes
  /** Rejects if the shop cannot serve: the database does not answer, or cannot keep what is written. */
  check: () => Promise<void>
  /** What the owner has to know about the state in which the database was found; null if all is well. */
  warning: string | null
  close: () => Promise<void>
}

export type DatabasePlace = { dataDir: string; databaseUrl: string | null }
