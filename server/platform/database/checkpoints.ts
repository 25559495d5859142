import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LongReads } from './long-reads.ts'

/** Who writes, and can be asked to wait. */
type Pauses = { between: <T>(work: () => Promise<T>) => Promise<T> }

/** Pages in the log that are worth a checkpoint: 16 MB. */
const WORTH_IT = 4000

/**
 * Checkpoints of the write-ahead log, made by another thread between two commits instead of by the commit that fills
 * it: who writes waits as long as ever, the event loop does not. With no commit under way the log is copied to its
 * end, so that the next one begins it from the start; and none is flushed in competition with the checkpoint.
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
      .first((ask) => group.between(() => ask('PRAGMA wal_checkpoint(PASSIVE)')))
      .then(([state]) => (this.#tried = Number(state?.['log'])))
      .catch(() => undefined)
      .finally(() => (this.#running = false))
  }
}
