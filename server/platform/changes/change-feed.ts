import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Jobs } from '../jobs.ts'
import { ChangeReader } from './change-reader.ts'
import type { ReadingState } from './change-reader.ts'
import { deleteOldChanges, insertChange, insertQuietly, notify, readChanges } from './changes.ts'
import type { AnyEvent, Events } from '../database/events.ts'
import type { PostgresLines } from '../database/postgres-lines.ts'
import { listenToPostgres } from './postgres-listener.ts'

/** Times in milliseconds. */
const ANNOUNCE_MS = 500
const PROBE_MS = 10_000
const DELETE_MS = 60_000

export type FeedSetup<Tables, E extends AnyEvent> = {
  databaseUrl: string
  lines: PostgresLines
  /** The connections for writes. */
  kysely: Kysely<Tables>
  /** Connections that do not wait for slow statements. */
  reserved: Kysely<Tables>
  events: Events<E>
  /** The types of events that are written in the transaction. Without `urgent`, all events are. */
  urgent: ReadonlySet<string> | undefined
}

/**
 * Passes events between this process and all others that use the same PostgreSQL database, through the table `changes`.
 * Opens a connection that listens for notifications, and reads the table more often while none arrive.
 */
export class ChangeFeed<Tables, E extends AnyEvent> {
  readonly #setup: FeedSetup<Tables, E>
  readonly #reader: ChangeReader<E>
  readonly #jobs = new Jobs(() => undefined)
  /** For each type, the last event that was published and not yet written. */
  readonly #due = new Map<string, E>()
  #writing: NodeJS.Timeout | undefined
  #listener: { close: () => Promise<void> } | null = null
  #self: string = randomUUID()
  /** Whether the last notification that this process has sent to itself has arrived. */
  #isHeard = false

  private constructor(setup: FeedSetup<Tables, E>) {
    this.#setup = setup
    const isOther = (process: string) => process !== this.#self
    const read = (since: string | null) => readChanges<Tables, E>(setup.reserved, since)
    this.#reader = new ChangeReader({ read, events: setup.events, isOther })
  }

  static async open<Tables, E extends AnyEvent>(setup: FeedSetup<Tables, E>): Promise<ChangeFeed<Tables, E>> {
    const feed = new ChangeFeed(setup)
    await feed.#start()
    return feed
  }

  get state(): ReadingState {
    return this.#reader.state
  }

  /** Inserts the urgent events of a write. Must be called with its transaction, after the work. */
  async insert(tx: Kysely<Tables>, published: E[]): Promise<void> {
    const events = published.filter((event) => this.isUrgent(event))
    if (events.length > 0) await insertChange(tx, { process: this.#self, events })
  }

  /**
   * Must be called if the response to a COMMIT was lost. The transaction may have been committed nevertheless, and its
   * changes carry the name of this process, which skips its own changes because it publishes their events itself. Here
   * reads in between may have seen the rows of before. The process therefore takes a new name and does not skip them.
   */
  takeNewName(): void {
    this.#self = randomUUID()
  }

  /** Publishes the events of a committed write in this process, and announces those that are not urgent to others. */
  publish(committed: E[]): void {
    for (const event of committed) {
      this.#setup.events.publish(event)
      if (!this.isUrgent(event)) this.#announce(event)
    }
  }

  /** Writes the events that are due, and closes the connection. Must be called before the pools are closed. */
  async close(): Promise<void> {
    clearTimeout(this.#writing)
    await Promise.all([this.#writeDue(), this.#listener?.close(), this.#jobs.stop(), this.#reader.close()])
  }

  async #start(): Promise<void> {
    const { databaseUrl, lines, reserved } = this.#setup
    this.#listener = await listenToPostgres({
      databaseUrl,
      lines,
      onNotification: (text) => this.#wake(text),
      onConnected: () => this.#jobs.once(() => this.#probe()),
      onLost: () => this.#reader.setNotified(false),
    })
    await this.#reader.readNow()
    this.#jobs.every(PROBE_MS, () => this.#probe())
    this.#jobs.every(DELETE_MS, () => deleteOldChanges(reserved))
  }

  #wake(text: string): void {
    if (text === probeOf(this.#self)) {
      this.#isHeard = true
      this.#reader.setNotified(true)
    } else if (text !== this.#self && !text.startsWith(probeOf(''))) void this.#reader.readNow()
  }

  /**
   * Sends a notification to this process itself. If the one before has not arrived, notifications are not relied on: the
   * process does not listen through a pooler, and a connection may have gone silent.
   */
  async #probe(): Promise<void> {
    if (!this.#isHeard) this.#reader.setNotified(false)
    this.#isHeard = false
    await notify(this.#setup.reserved, probeOf(this.#self))
  }

  /** Returns whether events of this type are written in the transaction of the write. */
  isUrgent({ type }: E): boolean {
    return this.#setup.urgent?.has(type) ?? true
  }

  /** Writes the event half a second later. Of several events of one type within this time only the last is written. */
  #announce(event: E): void {
    if (this.#due.size === 0) this.#writing = setTimeout(() => void this.#writeDue(), ANNOUNCE_MS).unref()
    this.#due.set(event.type, event)
  }

  async #writeDue(): Promise<void> {
    const events = [...this.#due.values()]
    this.#due.clear()
    if (events.length === 0) return
    // If this fails, other processes show some lists as they were until the next event. Nothing depends on it.
    await insertQuietly(this.#setup.kysely, { process: this.#self, events }).catch(() => undefined)
  }
}

function probeOf(process: string): string {
  return `probe ${process}`
}
