import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'
import type { LongReads } from './long-reads.ts'

/** The number of new pages in the log after which the thread runs a checkpoint: 16 MB. */
const WORTH_IT = 4000
/** The number of pages after which a commit runs the checkpoint itself, in case the thread has not: 64 MB. */
const MOST_IN_LOG = 16_000
/**
 * SQLite 3.51 is the first version with the NOOP mode, which only reports the length of the log. Older versions run a
 * PASSIVE checkpoint instead.
 */
const CAN_ONLY_LOOK = 3_051

type Parts<Tx> = { writer: DatabaseSync; group: GroupCommit<Tx>; thread: LongReads }

/** Moves checkpoints from the commits to the thread. With an old version of SQLite, the commits run them as usual. */
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
 * Runs checkpoints of the write-ahead log in another thread, between two commits. Without this, a commit runs them in
 * the main thread and blocks the event loop. Writes wait for a checkpoint in both cases. Between two commits the whole
 * log can be copied, so that the next commit starts the log from its beginning.
 */
class Checkpoints {
  readonly #state: StatementSync
  readonly #thread: LongReads
  #running = false
  /**
   * The length of the log after the last checkpoint, in pages. A checkpoint cannot copy pages while a reader needs the
   * old ones, so another try waits for more pages.
   */
  #tried = 0

  constructor(writer: DatabaseSync, thread: LongReads) {
    this.#state = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#thread = thread
  }

  /** Runs a checkpoint if the log is long enough. Called after each commit. */
  consider<Tx>(group: GroupCommit<Tx>): void {
    if (this.#running) return
    const log = Number(this.#state.get()?.['log'])
    if (log < this.#tried) this.#tried = 0
    if (log - this.#tried < WORTH_IT) return
    this.#running = true
    // A failed checkpoint loses nothing, because the log keeps all pages until a later one.
    this.#tried = log
    void this.#thread
      .first(async (ask) => {
        // Starts the thread first, so that no write has to wait for its start.
        await ask('SELECT 1')
        return group.between(() => ask('PRAGMA wal_checkpoint(PASSIVE)'))
      })
      .then(([state]) => (this.#tried = Number(state?.['log'])))
      .catch(() => undefined)
      .finally(() => (this.#running = false))
  }
}
