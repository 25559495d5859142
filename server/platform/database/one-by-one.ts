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

type Execute = <R>(query: CompiledQuery<R>) => Promise<QueryResult<R>>

/** A Kysely whose statements are done one by one by a function of ours. It offers no transactions and no streams. */
export function oneByOne<Tables>(dialect: 'sqlite' | 'postgres', execute: Execute): Kysely<Tables> {
  const sqlite = dialect === 'sqlite'
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => (sqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createQueryCompiler: () => (sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: (db) => (sqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      createDriver: () => new OneByOneDriver(execute),
    },
  })
}

class OneByOneDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(execute: Execute) {
    this.#connection = {
      // A compiled query does not carry the type of its rows; who compiled it knows it.
      executeQuery: <R>(query: CompiledQuery) => execute(query as CompiledQuery<R>),
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
