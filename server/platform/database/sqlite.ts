import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { CompiledQuery, SqliteDatabase, SqliteStatement } from 'kysely'
import { Lru } from '../lru.ts'
import { Changes } from './changes.ts'
import type { Change } from './changes.ts'
import { leaveCheckpoints } from './checkpoints.ts'
import type { Database } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import { LongReads } from './long-reads.ts'
import { oneByOne } from './one-by-one.ts'
import { rowOf } from './row-arrays.ts'

/** Prepared statements kept per connection. */
const MOST_STATEMENTS = 500

/**
 * Opens the embedded database `crema.db` in the folder: one connection writes, in groups, another reads what is
 * committed, and a third one in a thread reads what may take long and makes checkpoints. WAL with
 * `synchronous=FULL`: a commit has reached the disk when it returns.
 */
export function openSqlite<Tables>(dataDir: string): Database<Tables> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'crema.db')
  const writer = new DatabaseSync(file)
  writer.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000')
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('PRAGMA busy_timeout=5000; PRAGMA cache_size=-16000')
  const group = new GroupCommit(writer, kyselyOn<Tables>(writer))
  const thread = new LongReads(file)
  leaveCheckpoints({ writer, group, thread })
  const changes = new Changes()
  return {
    dialect: 'sqlite',
    read: kyselyOn<Tables>(reader),
    longRead: kyselyThrough<Tables>(thread),
    write: async (work) => {
      const told: Change[] = []
      const result = await group.write((tx) => work({ tx, changed: (change) => told.push(change) }))
      for (const change of told) changes.tell(change)
      return result
    },
    script: async (text) => asOneTransaction(writer, text),
    alone: (work) => work(),
    announce: (topic) => changes.tell({ topic }),
    changes,
    close: async () => {
      await group.settled()
      await thread.close()
      reader.close()
      writer.exec('PRAGMA optimize')
      writer.close()
    },
  }
}

function asOneTransaction(connection: DatabaseSync, text: string): void {
  try {
    connection.exec(`BEGIN IMMEDIATE;${text};COMMIT`)
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

function kyselyOn<Tables>(connection: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyWants(connection) }) })
}

function kyselyThrough<Tables>(thread: LongReads): Kysely<Tables> {
  // What comes back are the rows that the compiled query describes.
  return oneByOne('sqlite', async <R>({ sql, parameters }: CompiledQuery<R>) => ({ rows: (await thread.ask(sql, parameters)) as R[] }))
}

/** `node:sqlite` in the words that Kysely's dialect knows, with prepared statements kept. */
function asKyselyWants(connection: DatabaseSync): SqliteDatabase {
  const statements = new Lru<string, SqliteStatement>(MOST_STATEMENTS)
  return {
    close: () => connection.close(),
    prepare: (sql) => {
      let statement = statements.get(sql)
      if (!statement) {
        statement = prepare(connection, sql)
        statements.set(sql, statement)
      }
      return statement
    },
  }
}

function prepare(connection: DatabaseSync, sql: string): SqliteStatement {
  const statement = connection.prepare(sql)
  const columns = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  // Kysely hands on what our typed queries were given: text, numbers and null.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: columns.length > 0,
    all: (parameters) => {
      // With arrays for rows: `all` is typed for objects.
      const rows = statement.all(...values(parameters)) as unknown as unknown[][]
      return rows.map((row) => rowOf(columns, row))
    },
    run: (parameters) => statement.run(...values(parameters)),
    iterate: () => {
      throw new Error('Streaming is not offered here.')
    },
  }
}
