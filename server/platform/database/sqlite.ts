import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { sql as query } from 'kysely'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { fileProblem } from '../data-folder/file-problem.ts'
import { LastCommit } from '../data-folder/last-commit.ts'
import { openConnections } from '../data-folder/open-connections.ts'
import { RESTORE_ADVICE, WatchedFiles } from '../data-folder/watched-files.ts'
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
 * `synchronous=FULL`: a commit has reached the disk when it returns. Throws one sentence when that cannot be.
 */
export function openSqlite<Tables>(dataDir: string): Database<Tables> {
  const file = join(dataDir, 'crema.db')
  const { writer, reader } = openConnections(file)
  const files = new WatchedFiles(file)
  const group = new GroupCommit(writer, kyselyOn<Tables>(writer, files), () => files.confirm())
  const thread = new LongReads(file)
  leaveCheckpoints({ writer, group, thread })
  const lastCommit = new LastCommit({ writer, inTransaction: (work) => group.write(async () => work()), file: join(dataDir, 'last-commit') })
  const changes = new Changes()
  const read = kyselyOn<Tables>(reader, files)
  return {
    dialect: 'sqlite',
    read,
    longRead: kyselyThrough<Tables>(thread, files),
    reserved: read,
    write: async (work) => {
      files.throwKnown()
      let told: Change[] = []
      const result = await group
        .write((tx) => {
          told = []
          return work({ tx, changed: (change) => told.push(change) })
        })
        .catch((error: unknown) => {
          // The commit may stand and be visible to reads, so no cache may keep what it read before.
          if (files.hasProblem) changes.tell({ topic: 'lost' })
          throw error
        })
      lastCommit.note()
      for (const change of told) changes.tell(change)
      return result
    },
    script: async (text) => {
      try {
        explained(files, () => asOneTransaction(writer, text))
      } catch (error) {
        throw fileProblem(error, { file, ifDamaged: RESTORE_ADVICE })
      }
    },
    alone: (work) => work(),
    announce: (topic) => changes.tell({ topic }),
    changes,
    check: async () => {
      files.check()
      await query`SELECT count(*) FROM sqlite_master`.execute(read)
    },
    warning: lastCommit.findLoss(),
    close: async () => {
      await lastCommit.close()
      await group.settled()
      await thread.close()
      reader.close()
      optimize(writer)
      writer.close()
    },
  }
}

/** Prepares better plans for the next start. */
function optimize(connection: DatabaseSync): void {
  try {
    connection.exec('PRAGMA optimize')
  } catch {
    // A full disk or a damaged file must not keep the shop from closing.
  }
}

function explained<T>(files: WatchedFiles, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw files.explain(error)
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
function kyselyOn<Tables>(connection: DatabaseSync, files: WatchedFiles): Kysely<Tables> {
  const statements = new Lru<string, Statement>(MOST_STATEMENTS)
  return oneByOne('sqlite', async <R>(asked: CompiledQuery<R>) =>
    explained(files, () => {
      let statement = statements.get(asked.sql)
      if (!statement) {
        statement = prepare(connection, asked.sql)
        statements.set(asked.sql, statement)
      }
      // Kysely hands on what our typed queries were given, text, numbers and null; what comes back are the rows that
      // the compiled query describes.
      return statement(asked.parameters as SQLInputValue[]) as QueryResult<R>
    }),
  )
}

function kyselyThrough<Tables>(thread: LongReads, files: WatchedFiles): Kysely<Tables> {
  return oneByOne('sqlite', async <R>(asked: CompiledQuery<R>) => {
    const rows = await thread.ask(asked.sql, asked.parameters).catch((error: unknown) => Promise.reject(files.explain(error)))
    // What comes back are the rows that the compiled query describes.
    return { rows: rows as R[] }
  })
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
