import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { moveCheckpoints } from './checkpoints.ts'
import { GroupCommit } from './group-commit.ts'
import { LongReads } from './long-reads.ts'

/** The size in bytes of the row that a write adds. It fills about 1,600 pages of the database. */
const MUCH = 6_500_000
/** A test timeout in milliseconds that is long enough on a busy machine. */
const PATIENT = { timeout: 120_000 }

describe('checkpoints', () => {
  let folder: string
  let writer: DatabaseSync
  let group: GroupCommit<DatabaseSync>
  let thread: LongReads

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    writer = new DatabaseSync(join(folder, 'test.db'))
    writer.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE sacks (beans BLOB)')
    group = new GroupCommit(writer, writer)
    thread = new LongReads(join(folder, 'test.db'))
    moveCheckpoints({ writer, group, thread })
    writer.exec('PRAGMA wal_autocheckpoint=0')
  })
  afterEach(async () => {
    await group.settled()
    await thread.close()
    writer.close()
    rmSync(folder, { recursive: true })
  })

  const fill = () =>
    group.write(async (tx) => void tx.prepare('INSERT INTO sacks VALUES (zeroblob(?))').run(MUCH))
  const state = () => writer.prepare('PRAGMA wal_checkpoint(NOOP)').get()
  const bookBytes = () => statSync(join(folder, 'test.db')).size

  test('are run by the thread once the log is long enough, and copy the whole log', async () => {
    await fill()
    expect([state(), thread.awake]).toMatchObject([{ checkpointed: 0 }, false])
    await fill()
    await fill()
    await vi.waitFor(() => expect(state()).toMatchObject({ log: state()?.['checkpointed'] }), {
      timeout: 10_000,
    })
    expect(bookBytes()).toBeGreaterThan(3 * MUCH)
  })

  /**
   * Writes until the write-ahead log has started over at the beginning of its file `times` times. The log can only do
   * that after a complete checkpoint.
   */
  async function fillUntilBegunAnew(times: number): Promise<void> {
    for (let begun = 0, before = 0; begun < times;) {
      await fill()
      const log = Number(state()?.['log'])
      if (log < before) begun += 1
      before = log
    }
  }

  test('let the log start from its beginning while the shop keeps writing', PATIENT, async () => {
    await fillUntilBegunAnew(3)
    expect(bookBytes()).toBeGreaterThan(3 * 4000 * 4096)
  })

  test('do not wait for a reader of old pages, and are not repeated with each commit', PATIENT, async () => {
    const first = vi.spyOn(thread, 'first')
    const onlooker = new DatabaseSync(join(folder, 'test.db'), { readOnly: true })
    await fill()
    onlooker.exec('BEGIN; SELECT count(*) FROM sacks')
    for (let times = 0; times < 10; times++) await fill()
    for (let times = 0; times < 200; times++)
      await group.write(async (tx) => void tx.exec('INSERT INTO sacks VALUES (1)'))
    expect(first.mock.calls.length).toBeLessThan(6)
    onlooker.exec('COMMIT')
    onlooker.close()
    await fillUntilBegunAnew(1)
  })

  test('do not delay writes until the thread has started', async () => {
    const order: string[] = []
    process.once('worker', (worker) => worker.once('online', () => order.push('thread is there')))
    const between = vi.spyOn(group, 'between').mockImplementation((work) => {
      order.push('writers wait')
      return work()
    })
    for (let times = 0; times < 3; times++) await fill()
    await vi.waitFor(() => expect(between).toHaveBeenCalled(), { timeout: 10_000 })
    expect(order).toEqual(['thread is there', 'writers wait'])
  })

  test('are repeated later if they fail, without failing a write', PATIENT, async () => {
    vi.spyOn(thread, 'first').mockRejectedValueOnce(new Error('no more threads'))
    for (let times = 0; times < 3; times++) await fill()
    expect(state()).toMatchObject({ checkpointed: 0 })
    await fillUntilBegunAnew(1)
  })
})
