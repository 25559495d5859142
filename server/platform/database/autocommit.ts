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
 * group, or one read. It is offered no transactions. `onFailure` hears of each statement that failed, in the
 * asynchronous context of who asked: the library may keep that to itself.
 */
export function autocommit<Tables>(database: Database<Tables>, onFailure: (error: unknown) => void = () => undefined): Kysely<Tables> {
  const sqlite = database.dialect === 'sqlite'
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => (sqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createQueryCompiler: () => (sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: (db) => (sqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      createDriver: () => new AutocommitDriver(database, onFailure),
    },
  })
}

class AutocommitDriver<Tables> implements Driver {
  readonly #connection: DatabaseConnection

  constructor(database: Database<Tables>, onFailure: (error: unknown) => void) {
    this.#connection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        // A compiled query does not carry the type of its rows; the library that compiled it knows it.
        const typed = query as CompiledQuery<R>
        try {
          if (query.query.kind === 'SelectQueryNode') return await database.read.executeQuery(typed)
          return await database.write(({ tx }) => tx.executeQuery(typed))
        } catch (error) {
          onFailure(error)
          throw error
        }
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
