import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { Lru } from '../lru.ts'
import { Changes } from './changes.ts'
import type { Change } from './changes.ts'
import type { Database } from './database.ts'
import { GroupCommit } from './group-commit.ts'

/** Prepared statements kept per connection. */
const MOST_STATEMENTS = 500

/**
 * Opens the embedded database `crema.db` in the folder: one connection writes, in groups, another reads what is
 * committed. WAL with `synchronous=FULL`: a commit has reached the disk when it returns.
 */
export function openSqlite<Tables>(dataDir: string): Database<Tables> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'crema.db')
  const writer = new DatabaseSync(file)
  writer.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000')
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('PRAGMA busy_timeout=5000; PRAGMA cache_size=-32000; PRAGMA mmap_size=268435456')
  const group = new GroupCommit(writer, kyselyOn<Tables>(writer))
  const changes = new Changes()
  return {
    dialect: 'sqlite',
    read: kyselyOn<Tables>(reader),
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
  // Kysely hands on what our typed queries were given: text, numbers and null.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}
