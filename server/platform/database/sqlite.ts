import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { sql as query } from 'kysely'
import { fileProblem } from '../data-folder/file-problem.ts'
import { LastCommit } from '../data-folder/last-commit.ts'
import { RESTORE_ADVICE, WatchedFiles } from '../data-folder/watched-files.ts'
import { ownTime, writeOneWith, orProblem, throwProblem } from './database.ts'
import type { Database } from './database.ts'
import { DatabaseUnusable } from './database-errors.ts'
import { Events } from './events.ts'
import type { AnyEvent } from './events.ts'
import { GroupCommit } from './group-commit.ts'
import { LongReads } from './long-reads.ts'
import { kyselyOn, kyselyThrough, openConnections } from './sqlite-connections.ts'

/**
 * Opens the embedded SQLite database `crema.db` in the folder with three connections. One runs writes with group
 * commit, one runs reads, and one in a separate thread runs long reads. With WAL and
 * `synchronous=FULL`, a commit is on the disk when it returns. Throws an error with a one-sentence message if the
 * database cannot be opened.
 */
export function openSqlite<Tables, E extends AnyEvent = AnyEvent>(dataDir: string): Database<Tables, E> {
  const file = join(dataDir, 'crema.db')
  const { writer, reader } = openConnections(dataDir, file)
  const files = new WatchedFiles(file)
  const group = new GroupCommit(writer, kyselyOn<Tables>(writer, files), () => files.check())
  const thread = new LongReads(file)
  const lastCommit = new LastCommit({
    writer,
    inTransaction: (work) => group.write(async () => work()),
    file: join(dataDir, 'last-commit'),
  })
  const events = new Events<E>()
  const read = kyselyOn<Tables>(reader, files)

  /**
   * Called with the error of a failed write. If the database files have a problem, the write may nevertheless have been
   * committed and be visible to reads. All caches are then invalidated.
   */
  function forgetCaches(error: unknown): never {
    if (error instanceof DatabaseUnusable) events.publish({ type: 'events-missed' })
    throw error
  }

  const write: Database<Tables, E>['write'] = async (work) => {
    files.check()
    let published: E[] = []
    const written = group.write((tx) => {
      published = []
      return work({ tx, publish: (event) => published.push(event) }).then(throwProblem)
    })
    return orProblem(
      written.then((result) => {
        lastCommit.note()
        for (const event of published) events.publish(event)
        return result
      }, forgetCaches),
    )
  }

  return {
    dialect: 'sqlite',
    read,
    longRead: kyselyThrough<Tables>(thread, files),
    write,
    writeOne: writeOneWith(write),
    script: async (text) => runScript(text, { writer, files, file }),
    exclusively: (work) => work(),
    time: ownTime,
    events,
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

type Script = { writer: DatabaseSync; files: WatchedFiles; file: string }

/** Runs the statements in one transaction. */
function runScript(text: string, { writer, files, file }: Script): void {
  try {
    writer.exec(`PRAGMA busy_timeout=5000;BEGIN IMMEDIATE;${text};COMMIT`)
  } catch (error) {
    if (writer.isTransaction) writer.exec('ROLLBACK')
    throw fileProblem(files.explain(error), { file, ifDamaged: RESTORE_ADVICE })
  } finally {
    writer.exec('PRAGMA busy_timeout=0')
  }
}

/** Updates the statistics that SQLite uses to plan queries. */
function optimize(connection: DatabaseSync): void {
  try {
    connection.exec('PRAGMA optimize')
  } catch {
    // The error is ignored: a full disk or a damaged file must not prevent the shop from closing.
  }
}
