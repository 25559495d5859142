import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

type Execute = <R>(query: CompiledQuery<R>) => Promise<QueryResult<R>>

/**
 * Returns a Kysely instance that passes each statement to `execute`. It supports neither transactions nor streams.
 */
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

class OneByOneDriver extends DummyDriver {
  readonly #connection: DatabaseConnection

  constructor(execute: Execute) {
    super()
    this.#connection = {
      // The cast adds the type of the result rows, which a compiled query does not contain.
      executeQuery: <R>(query: CompiledQuery) => execute(query as CompiledQuery<R>),
      streamQuery: () => {
        throw new Error('Streaming is not offered here.')
      },
    }
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('Transactions are not offered here.')
  }
}
