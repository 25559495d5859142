import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { now } from '../clock.ts'

/** How long after a write the mark is set, for all writes of that time. */
const DELAY_MS = 1000
/** Marks count seconds from here, so that they fit SQLite's `user_version` until 2088. */
const EPOCH_MS = Date.UTC(2020, 0, 1)

type Parts = {
  /** The connection that writes. */
  writer: DatabaseSync
  /** Runs the work within the next transaction of that connection; resolves when that is durable. */
  inTransaction: (work: () => void) => Promise<void>
  /** Where the mark is kept besides. */
  file: string
}

/**
 * Notices at the next start that an embedded database is older than it was: its log was cut or removed, or an older
 * copy was put in its place. A second after a write, the time is written into the database as its `user_version`, and
 * when that is durable, into a small file beside it. So the database is never behind the file, however the process
 * ended, unless something was taken away from it. Losses of less than a second are not noticed.
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

  /** Returns a sentence if the database is older than its file says, else null. */
  findLoss(): string | null {
    const [noted, kept] = [readMark(this.#parts.file), this.#version()]
    if (!(noted > kept)) return null
    const end = kept > 0 ? `it ends at ${timeOf(kept)}, and ` : ''
    return `The database is older than it was: ${end}the shop had written until ${timeOf(noted)}. Its log (crema.db-wal) was cut or removed, or an older crema.db was put back. What is missing is only in a backup, if anywhere.`
  }

  /** To be called after a write: sets the mark soon. */
  note(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#marking = this.#mark()
    }, DELAY_MS).unref()
  }

  /** Sets the mark if it is due. */
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
        // Never less than before, whatever happened to the clock.
        mark = Math.max(this.#version() + 1, Math.floor((now() - EPOCH_MS) / 1000))
        this.#parts.writer.exec(`PRAGMA user_version=${mark}`)
      })
      await writeMark(this.#parts.file, mark)
    } catch {
      // A full disk, for one: an old mark claims less than is there, and the next write sets a new one.
    }
  }
}

/** A file that is missing or unreadable claims nothing. */
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
