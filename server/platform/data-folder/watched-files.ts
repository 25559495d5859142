import { statSync } from 'node:fs'
import { DatabaseUnusable } from '../database/database-errors.ts'
import { fileProblem, isDamage } from './file-problem.ts'

export const RESTORE_ADVICE =
  'stop the shop, keep the file, and restore a backup into an empty folder (npm run restore)'

/** The minimum time between two checks of commits. A check takes a few microseconds. */
const CONFIRM_MS = 20

/**
 * Checks that the database file and its write-ahead log are still the files that were opened. If one of them was
 * deleted or replaced, SQLite goes on writing to the old file, which has no name any more, and the data is lost when
 * the process ends. Also remembers that SQLite has reported damage.
 */
export class WatchedFiles {
  readonly #file: string
  readonly #log: string
  readonly #opened: string | null
  #openedLog: string | null
  #problem: DatabaseUnusable | null = null
  #damage: DatabaseUnusable | null = null
  #checkedAt = 0

  /** Must be called when the database has just been opened. */
  constructor(file: string) {
    this.#file = file
    this.#log = `${file}-wal`
    this.#opened = identityOf(file)
    this.#openedLog = identityOf(this.#log)
  }

  /** Throws a `DatabaseUnusable` if a write would be lost now. */
  check(): void {
    this.#checkedAt = performance.now()
    this.#problem = this.#damage ?? this.#displaced()
    if (this.#problem) throw this.#problem
  }

  /** Does the same after a commit, before the caller is told. Checks the files at most every `CONFIRM_MS`. */
  confirm(): void {
    if (this.#problem || performance.now() - this.#checkedAt > CONFIRM_MS) this.check()
  }

  /** Whether the last check found that a write would be lost. */
  get hasProblem(): boolean {
    return this.#problem !== null
  }

  /** Throws the problem that the last check found, if there is one. */
  throwKnown(): void {
    if (this.#problem) throw this.#problem
  }

  /**
   * Returns the error of a failed statement. If the error means damage, it is replaced by one that names the file, and
   * remembered.
   */
  explain(error: unknown): unknown {
    const damage = [error, error instanceof Error ? error.cause : null].find(isDamage)
    if (!damage) return error
    const named = fileProblem(damage, { file: this.#file, ifDamaged: RESTORE_ADVICE })
    this.#damage = new DatabaseUnusable(named instanceof Error ? named.message : '', { cause: error })
    this.#problem = this.#damage
    return this.#damage
  }

  #displaced(): DatabaseUnusable | null {
    if (identityOf(this.#file) !== this.#opened)
      return gone(this.#file, 'put it back, or restart the shop, which says what can be done')
    const log = identityOf(this.#log)
    this.#openedLog ??= log
    // The deleted log is still open. Closing the database copies it into the database file.
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

/** Returns a text that differs between a file and its replacement with the same name, or null if there is no file. */
function identityOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.dev} ${stat.ino}` : null
}
