import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { now } from '../clock.ts'

/**
 * The delay in milliseconds between a write and storing its time as the mark, which `LastCommit` describes. All writes
 * within this delay share one mark.
 */
const DELAY_MS = 1000
/**
 * The mark is a number of seconds since this time, so that it fits into the 32 bits of SQLite's `user_version` until
 * 2088.
 */
const EPOCH_MS = Date.UTC(2020, 0, 1)

type Parts = {
  /** The database connection that runs all writes. */
  writer: DatabaseSync
  /** Runs the work within the next transaction of `writer`. Resolves when the transaction is durable. */
  inTransaction: (work: () => void) => Promise<void>
  /** The path of the file that contains a copy of the mark, which is the time of the last write. */
  file: string
}

/**
 * Detects at the start that the database has lost data since the last run: its write-ahead log was cut or removed, or
 * the database file was replaced with an older copy.
 *
 * A second after a write, the current time is stored in the database as its `user_version`. This time is called the
 * mark. When it is durable, it is also written to a small file beside the database. However the process ends, the mark
 * in the database is therefore at least as new as the mark in the file. If it is older, the database has lost data. The
 * loss of writes from the last second before the end is not detected.
 */
export class LastCommit {
  readonly #parts: Parts
  readonly #version: () => number
  #timer: NodeJS.Timeout | null = null
  #marking: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    const statement = parts.writer.prepare('PRAGMA user_version')
    this.#version = () => Number(statement.get()?.['user_version'])
  }

  /**
   * Returns a warning for the owner of the shop if the database is older than the time in the file, so that data is
   * missing. Otherwise returns null.
   */
  findLoss(): string | null {
    const [noted, kept] = [readMark(this.#parts.file), this.#version()]
    if (!(noted > kept)) return null
    const end = kept > 0 ? `it ends at ${timeOf(kept)}, and ` : ''
    return `The database is older than it was: ${end}the shop had written until ${timeOf(noted)}. Its log (crema.db-wal) was cut or removed, or an older crema.db was put back. What is missing is only in a backup, if anywhere.`
  }

  /** Must be called after each write. The time of the write is then stored in the background about a second later. */
  note(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#marking = this.#mark()
    }, DELAY_MS).unref()
  }

  /** Stores the time of the last write now, if it is not stored yet, instead of waiting for the delay. */
  async close(): Promise<void> {
    await this.#marking
    if (!this.#timer) return
    clearTimeout(this.#timer)
    await this.#mark()
  }

  async #mark(): Promise<void> {
    let mark = 0
    try {
      await this.#parts.inTransaction(() => {
        // The stored time always increases, even if the clock was set back.
        mark = Math.max(this.#version() + 1, Math.floor((now() - EPOCH_MS) / 1000))
        this.#parts.writer.exec(`PRAGMA user_version=${mark}`)
      })
      const { file } = this.#parts
      await writeFile(`${file}.new`, String(mark), { mode: 0o600, flush: true })
      await rename(`${file}.new`, file)
    } catch {
      // The time cannot be stored, for example because the disk is full. The old time stays in the file. It is not
      // later than the last commit, so no false loss is reported. The next write tries again.
    }
  }
}

/**
 * Reads the stored time from the file. Returns 0 if the file is missing or cannot be read, so that no loss is
 * reported.
 */
function readMark(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function timeOf(mark: number): string {
  return `${new Date(EPOCH_MS + mark * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
