import { AbortedTransactionError, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { isStalePlan } from '../database/database-errors.ts'
import type { Outage } from './outage.ts'
import { PostgresQuery } from './postgres-query.ts'
import type { StatementNames } from './statement-names.ts'

type Parts = { pool: pg.Pool; names: StatementNames; outage: Outage }

/** A Kysely dialect on a connection pool. It needs fewer round trips than Kysely's own dialect for `pg`. */
export function postgresDialect(parts: Parts): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => new PostgresDriver(parts),
  }
}

class PostgresDriver implements Driver {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const { pool, names, outage } = this.#parts
    return new PostgresConnection(await outage.attempt(() => pool.connect()), names)
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel || settings.accessMode)
      throw new Error('Transactions with settings are not offered here.')
    connection.begin()
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollBack()
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  destroy(): Promise<void> {
    return this.#parts.pool.end()
  }
}

/**
 * The state of the transaction on a connection. `due` means that BEGIN will be sent together with the first statement.
 */
type TransactionState = 'none' | 'due' | 'begun'

/** A connection that was checked out of the pool. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  #transaction: TransactionState = 'none'
  #isBroken = false

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
  }

  async executeQuery<R>(asked: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#send<R>(asked)
    } catch (error) {
      if (!isStalePlan(error)) throw withStack(error)
      this.#names.renew()
      // In a transaction, all statements must be repeated, because the error has aborted the transaction.
      if (this.#transaction !== 'none') throw withStack(error)
      return this.#send<R>(asked)
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not offered here.')
  }

  begin(): void {
    this.#transaction = 'due'
  }

  async commit(): Promise<void> {
    if (!this.#hasBegun()) return
    const { command } = await this.#client.query('commit')
    // After a statement has failed, PostgreSQL responds to COMMIT by rolling back.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollBack(): Promise<void> {
    if (!this.#hasBegun()) return
    try {
      await this.#client.query('rollback')
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  #send<R>(asked: CompiledQuery): Promise<QueryResult<R>> {
    const begins = this.#transaction === 'due'
    if (begins) this.#transaction = 'begun'
    return this.#client.query(new PostgresQuery<R>(asked, this.#names, { begins })).result
  }

  /** Returns whether BEGIN was sent, and ends the transaction's state. */
  #hasBegun(): boolean {
    const begun = this.#transaction === 'begun'
    this.#transaction = 'none'
    return begun
  }
}

/** Adds the caller's stack trace to an error of the server, which only has that of the socket. */
function withStack(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error)
  return error
}
