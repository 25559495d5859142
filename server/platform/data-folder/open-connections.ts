import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DatabaseSyncOptions } from 'node:sqlite'
import { fileProblem } from './file-problem.ts'
import { createPrivately } from './make-private.ts'
import { RESTORE_ADVICE } from './watched-files.ts'

/**
 * Opens two connections to the database: one for writes, and one that can only read. Creates the database file if it
 * is missing. Throws an error with one sentence that names the file if the database cannot be opened.
 */
export function openConnections(file: string): { writer: DatabaseSync; reader: DatabaseSync } {
  const opened: DatabaseSync[] = []
  const connect = (options: DatabaseSyncOptions = {}) => {
    const connection = new DatabaseSync(file, options)
    opened.push(connection)
    return connection
  }
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    createPrivately(file)
    const writer = connect()
    writer.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA busy_timeout=5000',
    )
    const reader = connect({ readOnly: true })
    reader.exec('PRAGMA busy_timeout=5000; PRAGMA cache_size=-16000; SELECT count(*) FROM sqlite_master')
    return { writer, reader }
  } catch (error) {
    for (const connection of opened) connection.close()
    throw fileProblem(error, { file, ifDamaged: RESTORE_ADVICE })
  }
}
