import { statSync } from 'node:fs'
import { DatabaseUnusable } from '../database/database-errors.ts'
import { fileProblem, isDamage } from './file-problem.ts'

export const RESTORE_ADVICE =
  'stop the shop, keep the file, and restore a backup into an empty folder (npm run restore)'

/**
 * Checks that the database file and its write-ahead log are still the files that were opened. If one of them was
 * deleted or replaced, SQLite continues to write to the old file, whose data is lost when the process ends. Also
 * remembers whether SQLite has reported damage to the database.
 */
export class WatchedFiles {
  readonly #file: string
  readonly #log: string
  readonly #opened: string | null
  #openedLog: string | null
  #damage: DatabaseUnusable | null = null

  /** Must be called immediately after the database was opened. */
  constructor(file: string) {
    this.#file = file
    this.#log = `${file}-wal`
    this.#opened = identityOf(file)
    this.#openedLog = identityOf(this.#log)
  }

  /**
   * Checks the files, which takes a few microseconds. Throws a `DatabaseUnusable` if the data of a write would be lost
   * now, because a file was deleted, replaced or damaged.
   */
  check(): void {
    const problem = this.#damage ?? this.#displaced()
    if (problem) throw problem
  }

  /**
   * Takes the error of a failed statement. If SQLite has reported damage, remembers the damage and returns an error
   * that names the file. Returns all other errors unchanged.
   */
  explain(error: unknown): unknown {
    const damage = [error, error instanceof Error ? error.cause : null].find(isDamage)
    if (!damage) return error
    const named = fileProblem(damage, { file: this.#file, ifDamaged: RESTORE_ADVICE })
    this.#damage = new DatabaseUnusable(named instanceof Error ? named.message : '', { cause: error })
    return this.#damage
  }

  #displaced(): DatabaseUnusable | null {
    if (identityOf(this.#file) !== this.#opened)
      return gone(this.#file, 'put it back, or restart the shop, which says what can be done')
    const log = identityOf(this.#log)
    this.#openedLog ??= log
    // A write-ahead log that was deleted is still open in this process. Closing the database copies the log into the
    // database file, so a clean restart loses nothing.
    return log === this.#openedLog
      ? null
      : gone(this.#log, 'restart the shop, without kill -9, so that nothing in it is lost')
  }
}

function gone(file: string, advice: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `${file} was deleted or replaced while the shop runs, and nothing can be saved: ${advice}.`,
  )
}

/**
 * Returns a text that identifies the file at this path. If the file is replaced by another one, the text changes.
 * Returns null if there is no file.
 */
function identityOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.dev} ${stat.ino}` : null
}
