import type { DatabaseSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'
import type { LongReads } from './long-reads.ts'

/** When the write-ahead log has grown by this many pages (16 MB), the thread of `LongReads` runs a checkpoint. */
const WORTH_IT = 4000
/**
 * When the write-ahead log has this many pages (64 MB), a commit runs the checkpoint itself, in case the thread of
 * `LongReads` has not run it.
 */
const MAX_IN_LOG = 16_000

type Parts<Tx> = { writer: DatabaseSync; group: GroupCommit<Tx>; thread: LongReads }

/**
 * Lets the thread for long reads run the checkpoints of the write-ahead log, between two commits. Otherwise a commit
 * would run them in the main thread and block the event loop. Writes wait for a checkpoint in both cases. Between two
 * commits the whole log can be copied, so that the next commit begins again at the start of the log file.
 */
export function moveCheckpoints<Tx>({ writer, group, thread }: Parts<Tx>): void {
  writer.exec(`PRAGMA journal_size_limit=${MAX_IN_LOG * 4096}; PRAGMA wal_autocheckpoint=${MAX_IN_LOG}`)
  // NOOP runs no checkpoint, and only reports the length of the log.
  const state = writer.prepare('PRAGMA wal_checkpoint(NOOP)')
  let isRunning = false
  /**
   * The length of the write-ahead log in pages after the last checkpoint. While a reader needs old pages, a
   * checkpoint cannot copy the whole log. The next checkpoint therefore waits until the log has grown again.
   */
  let tried = 0
  const checkpoint = () =>
    thread.first(async (ask) => {
      // Starts the thread before writes are paused, so that no write has to wait for the start of the thread.
      await ask('SELECT 1')
      return group.between(() => ask('PRAGMA wal_checkpoint(PASSIVE)'))
    })
  group.onCommit(() => {
    if (isRunning) return
    const log = Number(state.get()?.['log'])
    if (log < tried) tried = 0
    if (log - tried < WORTH_IT) return
    isRunning = true
    // If the checkpoint fails, the next one is tried when the write-ahead log has grown again. Nothing is lost, because
    // the log keeps all its pages until a checkpoint succeeds.
    tried = log
    void checkpoint()
      .then(([after]) => (tried = Number(after?.['log'])))
      .catch(() => undefined)
      .finally(() => (isRunning = false))
  })
}
