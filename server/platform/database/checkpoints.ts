import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Ask, LongReads } from './long-reads.ts'

/** Who writes, and can be asked to wait. */
type Pauses = { between: <T>(work: () => Promise<T>) => Promise<T> }

/** Pages in the log that are worth a checkpoint: 4 MB, as SQLite would do it by itself. */
const WORTH_IT = 1000

/**
 * Checkpoints of the write-ahead log, made by another thread instead of by the commit that fills it. A first one
 * copies what there is while the shop goes on writing; a second one, between two commits, copies the little that came
 * meanwhile, so that the next commit begins the log from the start and it does not grow for ever.
 */
export class Checkpoints {
  readonly #state: StatementSync
  readonly #thread: LongReads
  #running = false
  /** Pages in the log after the last checkpoint: while somebody still reads old ones, trying at once would not help. */
  #tried = 0

  constructor(writer: DatabaseSync, thread: LongReads) {
    this.#state = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#thread = thread
  }

  /** Makes a checkpoint if the log is long enough; to be called after a commit. */
  consider(group: Pauses): void {
    if (this.#running) return
    const log = Number(this.#state.get()?.['log'])
    if (log < this.#tried) this.#tried = 0
    if (log - this.#tried < WORTH_IT) return
    this.#running = true
    // The log keeps everything until then, so one that fails only comes later.
    this.#tried = log
    void this.#thread
      .together((ask) => this.#copy(ask, group))
      .catch(() => undefined)
      .finally(() => (this.#running = false))
  }

  async #copy(ask: Ask, group: Pauses): Promise<void> {
    const passive = () => ask('PRAGMA wal_checkpoint(PASSIVE)')
    await passive()
    const [state] = await group.between(passive)
    this.#tried = Number(state?.['log'])
  }
}
