import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { DatabaseSyncOptions, SQLInputValue } from 'node:sqlite'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { fileProblem } from '../data-folder/file-problem.ts'
import { createPrivately } from '../data-folder/make-private.ts'
import { RESTORE_ADVICE } from '../data-folder/watched-files.ts'
import type { WatchedFiles } from '../data-folder/watched-files.ts'
import { Lru } from '../lru.ts'
import { rowOf } from './long-reads.ts'
import type { LongReads } from './long-reads.ts'
import { oneByOne } from './one-by-one.ts'

/** The maximum number of prepared statements that are cached for one connection. */
const MAX_STATEMENTS = 500

/**
 * Opens two connections to the database: one for writes, and one that can only read. Creates the database file if it
 * is missing. Throws an error with one sentence that names the file if the database cannot be opened.
 */
export function openConnections(
  dataDir: string,
  file: string,
): { writer: DatabaseSync; reader: DatabaseSync } {
  const opened: DatabaseSync[] = []
  const connect = (options: DatabaseSyncOptions, settings: string) => {
    const connection = new DatabaseSync(file, options)
    opened.push(connection)
    connection.exec(settings)
    return connection
  }
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    createPrivately(file)
    const writer = connect(
      {},
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA busy_timeout=5000; PRAGMA journal_size_limit=16777216',
    )
    const reader = connect(
      { readOnly: true },
      'PRAGMA busy_timeout=5000; PRAGMA cache_size=-16000; SELECT count(*) FROM sqlite_master',
    )
    return { writer, reader }
  } catch (error) {
    for (const connection of opened) connection.close()
    throw fileProblem(error, { file, ifDamaged: RESTORE_ADVICE })
  }
}

/** Returns a Kysely instance that runs its statements on one connection. Prepared statements are cached. */
export function kyselyOn<Tables>(connection: DatabaseSync, files: WatchedFiles): Kysely<Tables> {
  const statements = new Lru<string, Statement>(MAX_STATEMENTS)
  return oneByOne('sqlite', async <R>(asked: CompiledQuery<R>) => {
    try {
      let statement = statements.get(asked.sql)
      if (!statement) {
        statement = prepare(connection, asked.sql)
        statements.set(asked.sql, statement)
      }
      // The casts are safe: the parameters of the shop's queries are only text, numbers and null, and `R` is the row
      // type that Kysely derives from the query.
      return statement(asked.parameters as SQLInputValue[]) as QueryResult<R>
    } catch (error) {
      throw files.explain(error)
    }
  })
}

/** Returns a Kysely instance that runs its statements in the thread for long reads. */
export function kyselyThrough<Tables>(thread: LongReads, files: WatchedFiles): Kysely<Tables> {
  return oneByOne('sqlite', async <R>(asked: CompiledQuery<R>) => {
    const rows = await thread
      .ask(asked.sql, asked.parameters)
      .catch((error: unknown) => Promise.reject(files.explain(error)))
    // The cast is safe: `R` is the row type that Kysely derives from the query.
    return { rows: rows as R[] }
  })
}

type Statement = (parameters: SQLInputValue[]) => QueryResult<unknown>

function prepare(connection: DatabaseSync, sql: string): Statement {
  const statement = connection.prepare(sql)
  const columns = statement.columns().map(({ name }) => name)
  if (columns.length === 0)
    return (parameters) => ({ rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) })
  statement.setReturnArrays(true)
  return (parameters) => {
    // The cast is needed because `all` is typed for rows that are objects. After `setReturnArrays(true)`, the rows
    // are arrays.
    const rows = statement.all(...parameters) as unknown as unknown[][]
    return { rows: rows.map((row) => rowOf(columns, row)) }
  }
}
