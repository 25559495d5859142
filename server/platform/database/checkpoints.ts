import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'
import type { LongReads } from './long-reads.ts'

/** When the write-ahead log has grown by this many pages (16 MB), the thread of `LongReads` runs a checkpoint. */
const WORTH_IT = 4000
/**
 * When the write-ahead log has this many pages (64 MB), a commit runs the checkpoint itself, in case the thread of
 * `LongReads` has not run it.
 */
const MOST_IN_LOG = 16_000
/**
 * SQLite 3.51, as `major * 1000 + minor`. It is the first version whose checkpoints have the mode NOOP, which only
 * reports the length of the write-ahead log. Older versions run a PASSIVE checkpoint instead.
 */
const CAN_ONLY_LOOK = 3_051

type Parts<Tx> = { writer: DatabaseSync; group: GroupCommit<Tx>; thread: LongReads }

/**
 * Lets the thread for long reads run the checkpoints of the write-ahead log, so that commits need not run them. With a
 * version before SQLite 3.51, commits run them as usual.
 */
export function moveCheckpoints<Tx>(
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
 * Runs checkpoints of the write-ahead log in the thread for long reads, between two commits. Otherwise a commit would
 * run them in the main thread and block the event loop. Writes wait for a checkpoint in both cases. Between two
 * commits the whole log can be copied, so that the next commit begins again at the start of the log file.
 */
class Checkpoints {
  readonly #state: StatementSync
  readonly #thread: LongReads
  #running = false
  /**
   * The length of the write-ahead log in pages after the last checkpoint. While a reader needs old pages, a
   * checkpoint cannot copy the whole log. The next checkpoint therefore waits until the log has grown again.
   */
  #tried = 0

  constructor(writer: DatabaseSync, thread: LongReads) {
    this.#state = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#thread = thread
  }

  /** Called after each commit. Runs a checkpoint if the write-ahead log has grown enough since the last one. */
  consider<Tx>(group: GroupCommit<Tx>): void {
    if (this.#running) return
    const log = Number(this.#state.get()?.['log'])
    if (log < this.#tried) this.#tried = 0
    if (log - this.#tried < WORTH_IT) return
    this.#running = true
    // If the checkpoint fails, the next one is tried when the write-ahead log has grown again. Nothing is lost, because
    // the log keeps all its pages until a checkpoint succeeds.
    this.#tried = log
    void this.#thread
      .first(async (ask) => {
        // Starts the thread before writes are paused, so that no write has to wait for the start of the thread.
        await ask('SELECT 1')
        return group.between(() => ask('PRAGMA wal_checkpoint(PASSIVE)'))
      })
      .then(([state]) => (this.#tried = Number(state?.['log'])))
      .catch(() => undefined)
      .finally(() => (this.#running = false))
  }
}
