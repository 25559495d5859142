import { statSync } from 'node:fs'
import { DatabaseUnusable } from '../database/database-errors.ts'
import { fileProblem, isDamage } from './file-problem.ts'

export const RESTORE_ADVICE =
  'stop the shop, keep the file, and restore a backup into an empty folder (npm run restore)'

/** A look at the files costs a few microseconds; commits are checked no more often than this. */
const CONFIRM_MS = 20

/**
 * Watches that an embedded database's file and its write-ahead log are the ones that were opened. After one of them was
 * deleted or replaced, SQLite goes on writing to a file that has no name any more, and all of it is gone at the end of
 * the process. Also remembers that SQLite has found the file damaged.
 */
export class WatchedFiles {
  readonly #file: string
  readonly #log: string
  readonly #opened: string | null
  #openedLog: string | null
  #problem: DatabaseUnusable | null = null
  #damage: DatabaseUnusable | null = null
  #checkedAt = 0

  /** To be made when the database has just been opened. */
  constructor(file: string) {
    this.#file = file
    this.#log = `${file}-wal`
    this.#opened = identityOf(file)
    this.#openedLog = identityOf(this.#log)
  }

  /** Throws a `DatabaseUnusable` if what is written now would be lost. */
  check(): void {
    this.#checkedAt = performance.now()
    this.#problem = this.#damage ?? this.#displaced()
    if (this.#problem) throw this.#problem
  }

  /** The same after a commit, before it is acknowledged: looks at the files at most every `CONFIRM_MS`. */
  confirm(): void {
    if (this.#problem || performance.now() - this.#checkedAt > CONFIRM_MS) this.check()
  }

  /** Whether the last look found that what is written would be lost. */
  get hasProblem(): boolean {
    return this.#problem !== null
  }

  /** Throws what the last look found. */
  throwKnown(): void {
    if (this.#problem) throw this.#problem
  }

  /** What a failed statement says: damage is named with its file and remembered. Returns other errors unchanged. */
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
    // Closing copies the log, which is still open, into the database.
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

/** Tells a file from another one with the same name; null if there is none. */
function identityOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.dev} ${stat.ino}` : null
}
