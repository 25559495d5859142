import { KEPT_MS } from './changes.ts'
import type { ReadChanges } from './changes.ts'
import type { AnyEvent, Events } from '../database/events.ts'

/** Times in milliseconds between two reads, if notifications arrive and if they do not. */
export const READ_MS = { notified: 1000, unnotified: 50 }

/**
 * A read that comes so many milliseconds after the last one may be too late: rows may have been deleted in between.
 * The deletion may run a little late itself, but never early.
 */
const TOO_LATE_MS = KEPT_MS / 2

type Setup<E extends AnyEvent> = {
  /** Returns the changes since this snapshot, and none if it is null. */
  read: (since: string | null) => Promise<ReadChanges<E>>
  events: Events<E>
  /** Returns whether the process with this name is another one. The changes of this process itself are skipped. */
  isOther: (process: string) => boolean
}

/**
 * How the changes of other processes arrive. `isNotified` says whether notifications do, so that the table is not read
 * twenty times a second. `ageMs` is the time in milliseconds since the last successful read, or since the start.
 */
export type ReadingState = { isNotified: boolean; ageMs: number }

/**
 * Reads the table `changes` and publishes the events of other processes. It reads at least once a second, and at once
 * after `readNow`. Publishes `events-missed` after the first read, after each failed read, and after the first
 * successful one after it. While the table cannot be read, no cache entry therefore lives much longer than a second.
 */
export class ChangeReader<E extends AnyEvent> {
  readonly #setup: Setup<E>
  #everyMs = READ_MS.unnotified
  #last: { snapshot: string; at: number } | null = null
  #readAt = performance.now()
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> | null = null
  /** Whether `readNow` was called while a read was in progress, which may have begun too early. */
  #isDue = false
  #isClosed = false

  constructor(setup: Setup<E>) {
    this.#setup = setup
  }

  get state(): ReadingState {
    return { isNotified: this.#everyMs === READ_MS.notified, ageMs: performance.now() - this.#readAt }
  }

  /** Reads now. If a read is in progress, reads once more after it. Never rejects. */
  readNow(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    if (this.#reading) this.#isDue = true
    else {
      clearTimeout(this.#timer)
      this.#reading = this.#read().then(() => this.#continue())
    }
    return this.#reading ?? Promise.resolve()
  }

  /** Must be called when it is known whether notifications arrive. Without them the table is read more often. */
  setNotified(arrives: boolean): void {
    const everyMs = arrives ? READ_MS.notified : READ_MS.unnotified
    if (everyMs === this.#everyMs) return
    this.#everyMs = everyMs
    void this.readNow()
  }

  /** Stops reading. Resolves when the read in progress has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#reading
  }

  #continue(): void {
    this.#reading = null
    if (this.#isClosed) return
    if (this.#isDue) {
      this.#isDue = false
      void this.readNow()
      return
    }
    // While the table cannot be read, it is tried less often, so that the tries do not burden the server.
    const waitMs = this.#last ? this.#everyMs : READ_MS.notified
    this.#timer = setTimeout(() => void this.readNow(), waitMs).unref()
  }

  async #read(): Promise<void> {
    const { read, events, isOther } = this.#setup
    const last = this.#last
    try {
      const { snapshot, at, changes } = await read(last?.snapshot ?? null)
      this.#last = { snapshot, at }
      this.#readAt = performance.now()
      if (!last || at - last.at > TOO_LATE_MS) return events.publish({ type: 'events-missed' })
      for (const change of changes.filter(({ process }) => isOther(process)))
        for (const event of change.events) events.publish(event)
    } catch {
      // The database is unavailable, or the table does not exist yet because this process will migrate the database.
      this.#last = null
      if (!this.#isClosed) events.publish({ type: 'events-missed' })
    }
  }
}
