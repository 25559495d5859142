import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
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
  writer.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA busy_timeout=5000')
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
      let told: Change[] = []
      const result = await group.write((tx) => {
        told = []
        return work({ tx, changed: (change) => told.push(change) })
      })
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

/** A Kysely on one connection, with prepared statements kept. */
function kyselyOn<Tables>(connection: DatabaseSync): Kysely<Tables> {
  const statements = new Lru<string, Statement>(MOST_STATEMENTS)
  return oneByOne('sqlite', async <R>({ sql, parameters }: CompiledQuery<R>) => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = prepare(connection, sql)
      statements.set(sql, statement)
    }
    // Kysely hands on what our typed queries were given, text, numbers and null; what comes back are the rows that
    // the compiled query describes.
    return statement(parameters as SQLInputValue[]) as QueryResult<R>
  })
}

function kyselyThrough<Tables>(thread: LongReads): Kysely<Tables> {
  // What comes back are the rows that the compiled query describes.
  return oneByOne('sqlite', async <R>({ sql, parameters }: CompiledQuery<R>) => ({ rows: (await thread.ask(sql, parameters)) as R[] }))
}

type Statement = (parameters: SQLInputValue[]) => QueryResult<unknown>

function prepare(connection: DatabaseSync, sql: string): Statement {
  const statement = connection.prepare(sql)
  const columns = statement.columns().map(({ name }) => name)
  if (columns.length === 0) return (parameters) => ({ rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) })
  statement.setReturnArrays(true)
  return (parameters) => {
    // With arrays for rows: `all` is typed for objects.
    const rows = statement.all(...parameters) as unknown as unknown[][]
    return { rows: rows.map((row) => rowOf(columns, row)) }
  }
}
