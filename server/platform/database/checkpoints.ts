import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'
import type { LongReads } from './long-reads.ts'

/** Pages in the log that are worth a checkpoint: 16 MB. */
const WORTH_IT = 4000
/** Pages in the log from which on a commit makes the checkpoint itself, should no thread have done it: 64 MB. */
const MOST_IN_LOG = 16_000
/** SQLite 3.51 is the first that can say how long the log is and leave it at that: NOOP is PASSIVE to those before. */
const CAN_ONLY_LOOK = 3_051

type Parts<Tx> = { writer: DatabaseSync; group: GroupCommit<Tx>; thread: LongReads }

/** Makes the thread run the checkpoints after a writer's commits. On an old SQLite the commits run them as usual. */
export function leaveCheckpoints<Tx>(
  { writer, group, thread }: Parts<Tx>,
  version = process.versions['sqlite'],
): void {
  writer.exec(`PRAGMA journal_size_limit=${MOST_IN_LOG * 4096}`)
  const [major = 0, minor = 0] = String(version).split('.').map(Number)
  if (!(major * 1000 + minor >= CAN_ONLY_LOOK)) return
  writer.exec(`PRAGMA wal_autocheckpoint=${MOST_IN_LOG}`)
  const checkpoints = new Checkpoints(writer, thread)
  group.onCommit(() => checkpoints.consider(group))
}

/**
 * Checkpoints of the write-ahead log, made by another thread between two commits instead of by the commit that fills
 * it: who writes waits as long as ever, the event loop does not. With no commit under way the log is copied to its
 * end, so that the next one begins it from the start; and none is flushed in competition with the checkpoint.
 */
class Checkpoints {
  readonly #state: StatementSync
  readonly #thread: LongReads
  #running = false
  /** Pages in the log after the last checkpoint. While a reader uses old pages, a retry at once would not help. */
  #tried = 0

  constructor(writer: DatabaseSync, thread: LongReads) {
    this.#state = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#thread = thread
  }

  /** Makes a checkpoint if the log is long enough; to be called after a commit. */
  consider<Tx>(group: GroupCommit<Tx>): void {
    if (this.#running) return
    const log = Number(this.#state.get()?.['log'])
    if (log < this.#tried) this.#tried = 0
    if (log - this.#tried < WORTH_IT) return
    this.#running = true
    // If the checkpoint fails, nothing is lost: the log keeps everything until a later one.
    this.#tried = log
    void this.#thread
      .first(async (ask) => {
        // Starts the thread first, so that no write waits for its start.
        await ask('SELECT 1')
        return group.between(() => ask('PRAGMA wal_checkpoint(PASSIVE)'))
      })
      .then(([state]) => (this.#tried = Number(state?.['log'])))
      .catch(() => undefined)
      .finally(() => (this.#running = false))
  }
}
