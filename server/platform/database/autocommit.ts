import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Database } from './database.ts'

/**
 * A Kysely for a library that knows nothing of our transactions: each of its statements is one write of the
 * group, or one read. It is offered no transactions.
 */
export function autocommit<Tables>(database: Database<Tables>): Kysely<Tables> {
  const sqlite = database.dialect === 'sqlite'
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => (sqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createQueryCompiler: () => (sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: (db) => (sqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      createDriver: () => new AutocommitDriver(database),
    },
  })
}

class AutocommitDriver<Tables> implements Driver {
  readonly #connection: DatabaseConnection

  constructor(database: Database<Tables>) {
    this.#connection = {
      executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        // A compiled query does not carry the type of its rows; the library that compiled it knows it.
        const typed = query as CompiledQuery<R>
        if (query.query.kind === 'SelectQueryNode') return database.read.executeQuery(typed)
        return database.write(({ tx }) => tx.executeQuery(typed))
      },
      streamQuery: () => {
        throw new Error('Streaming is not offered here.')
      },
    }
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('Transactions are not offered here.')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
