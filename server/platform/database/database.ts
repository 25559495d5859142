import type { Kysely } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { AnyEvent, Events } from './events.ts'
import { now } from '../clock.ts'
import type { PostgresSettings } from '../postgres/postgres-pool.ts'

/**
 * A write in progress. `tx` is its transaction, and `publish` passes an event to its subscribers after the commit.
 */
export type Write<Tables, E extends AnyEvent = AnyEvent> = { tx: Kysely<Tables>; publish(event: E): void }

/**
 * A database, which is either SQLite or PostgreSQL. Reads see only committed rows. A write is durable when its
 * promise resolves.
 */
export type Database<Tables, E extends AnyEvent = AnyEvent> = {
  dialect: 'sqlite' | 'postgres'
  read: Kysely<Tables>
  /** Runs statements that may take longer than a few milliseconds, without blocking the event loop. */
  longRead: Kysely<Tables>
  /**
   * Runs the work in a transaction and returns its result. If the result is a `Problem`, which is an expected
   * failure, the transaction is rolled back. The work may be run more than once, so it must not change anything
   * outside the database.
   */
  write<T>(work: (write: Write<Tables, E>) => Promise<T>): Promise<T>
  /**
   * Runs one statement as a transaction of its own, and publishes the events after the commit. On PostgreSQL this takes
   * one round trip. `write` takes two, because only the caller knows that there is no further statement.
   */
  writeOne<T>(events: E[], statement: (tx: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Runs a script of several SQL statements in one transaction. Used for migrations. */
  script: (sql: string) => Promise<void>
  /**
   * On PostgreSQL, runs the work while no other process runs work through this method on the same database. On SQLite,
   * only runs the work.
   */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Returns the time in UTC milliseconds. On PostgreSQL it is that of the database server: the clocks of several server
   * instances may differ. Times that one instance stores and others compare with the current time must come from here.
   */
  time: () => Promise<number>
  events: Pick<Events<E>, 'publish' | 'subscribe' | 'onType'>
  /** Rejects if the database does not respond, or cannot store data. */
  check: () => Promise<void>
  /** A warning for the owner of the shop about the state of the database when it was opened, or null. */
  warning: string | null
  close: () => Promise<void>
}

export type DatabasePlace = {
  dataDir: string
  databaseUrl: string | null
  postgres?: PostgresSettings | undefined
}

/** Returns a `writeOne` that runs its statement through `write`. */
export function writeOneWith<Tables, E extends AnyEvent>(
  write: Database<Tables, E>['write'],
): Database<Tables, E>['writeOne'] {
  return (events, statement) =>
    write(({ tx, publish }) => {
      for (const event of events) publish(event)
      return statement(tx)
    })
}

/** The `time` of a database without a server of its own: the time of this process. */
export async function ownTime(): Promise<number> {
  return now()
}

/** Thrown inside a transaction to roll it back. `problem` is the expected failure that caused the rollback. */
class RolledBack extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/**
 * Throws if the result of a transaction's work is a `Problem`, so that the transaction is rolled back. Otherwise
 * returns the result.
 */
export function throwProblem<T>(result: T): T {
  if (result instanceof Problem) throw new RolledBack(result)
  return result
}

/**
 * Waits for a write. If it was rolled back because of a `Problem`, resolves with this problem. Rejects with all other
 * errors.
 */
export async function orProblem<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    // The cast is safe: the function that was passed to the write has returned this problem, so its type `T` includes
    // it.
    if (error instanceof RolledBack) return error.problem as T
    throw error
  }
}
