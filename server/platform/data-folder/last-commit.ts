import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { now } from '../clock.ts'

/** The time between a write and its mark. All writes within this time share the mark. */
const DELAY_MS = 1000
/** Marks are seconds since this time, so that they fit SQLite's `user_version` until 2088. */
const EPOCH_MS = Date.UTC(2020, 0, 1)

type Parts = {
  /** The connection that all writes use. */
  writer: DatabaseSync
  /** Runs the work within the next transaction of that connection. Resolves when the transaction is durable. */
  inTransaction: (work: () => void) => Promise<void>
  /** The file that has a copy of the mark. */
  file: string
}

/**
 * Detects at the start that the database file lost data since the last run: its log was cut or removed, or an older
 * copy was put in its place. A second after a write, the time is written to the database as its `user_version`. When
 * that is durable, the same time is written to a small file beside it. However the process ends, the database has at
 * least the time of the file. An older time in the database means that data was removed. Losses of less than a second
 * are not detected.
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

  /** Returns a sentence for the owner if the database is older than its file says, or null. */
  findLoss(): string | null {
    const [noted, kept] = [readMark(this.#parts.file), this.#version()]
    if (!(noted > kept)) return null
    const end = kept > 0 ? `it ends at ${timeOf(kept)}, and ` : ''
    return `The database is older than it was: ${end}the shop had written until ${timeOf(noted)}. Its log (crema.db-wal) was cut or removed, or an older crema.db was put back. What is missing is only in a backup, if anywhere.`
  }

  /** Must be called after a write. Sets the mark soon. */
  note(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#marking = this.#mark()
    }, DELAY_MS).unref()
  }

  /** Sets the mark now if it is due. */
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
        // The mark never decreases, even if the clock was set back.
        mark = Math.max(this.#version() + 1, Math.floor((now() - EPOCH_MS) / 1000))
        this.#parts.writer.exec(`PRAGMA user_version=${mark}`)
      })
      await writeMark(this.#parts.file, mark)
    } catch {
      // For example, the disk is full. The old mark stays, which is not after the last commit. The next write sets a
      // new one.
    }
  }
}

/** Returns the mark in the file. Returns 0 if the file is missing or unreadable, so that no loss is reported. */
function readMark(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

async function writeMark(file: string, mark: number): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(String(mark))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}

function timeOf(mark: number): string {
  return `${new Date(EPOCH_MS + mark * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
