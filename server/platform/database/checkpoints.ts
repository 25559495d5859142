import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Ask, LongReads } from './long-reads.ts'

/** Who writes, and can be asked to wait. */
type Pauses = { between: <T>(work: () => Promise<T>) => Promise<T> }

/** Pages in the log that are worth a checkpoint: 4 MB, as SQLite would do it by itself. */
const WORTH_IT = 1000
/** Pages in the log that are too many: 16 MB. Only then writers are asked to wait until it is copied to its end. */
const TOO_MANY = 4000

/**
 * Checkpoints of the write-ahead log, made by another thread instead of by the commit that fills it. They copy what
 * there is while the shop goes on writing. When the log has become long all the same, since something always came
 * meanwhile, a second one copies the rest between two commits: the next one then begins the log from the start.
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
    const [first] = await passive()
    const [last] = Number(first?.['log']) < TOO_MANY ? [first] : await group.between(passive)
    this.#tried = Number(last?.['log'])
  }
}
