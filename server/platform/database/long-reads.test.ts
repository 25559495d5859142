import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isUnavailable, ThreadEnded } from './database-errors.ts'
import { LongReads } from './long-reads.ts'

/** A query that takes SQLite a few tenths of a second. */
const LONG =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000) SELECT count(*) AS many FROM n'
const COUNTED = [{ many: 2_000_000 }]

/** The next `times` threads fail to start. */
const refused = vi.hoisted(() => ({ times: 0 }))
vi.mock('node:worker_threads', async (original) => {
  const threads = await original<{ Worker: typeof Worker }>()
  class Scarce extends threads.Worker {
    constructor(...of: ConstructorParameters<typeof Worker>) {
      if (refused.times > 0) {
        refused.times -= 1
        throw new Error('Worker initialization failure: EAGAIN')
      }
      super(...of)
    }
  }
  return { ...threads, Worker: Scarce }
})

describe('long reads', () => {
  let folder: string
  let writer: DatabaseSync
  let reads: LongReads
  const threads: Worker[] = []
  const note = (worker: Worker) => void threads.push(worker)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    writer = new DatabaseSync(join(folder, 'test.db'))
    writer.exec(
      "PRAGMA journal_mode=WAL; CREATE TABLE beans (name TEXT, cents INT, gone INT); INSERT INTO beans VALUES ('Java', 5, NULL)",
    )
    reads = new LongReads(join(folder, 'test.db'))
    process.on('worker', note)
  })
  afterEach(async () => {
    process.off('worker', note)
    threads.splice(0)
    await reads.close()
    writer.close()
    rmSync(folder, { recursive: true })
  })

  test('return the committed rows', async () => {
    expect(await reads.ask('SELECT *, cents * ? AS more, ? AS word FROM beans', [2, 'é😀'])).toEqual([
      { name: 'Java', cents: 5, gone: null, more: 10, word: 'é😀' },
    ])
    writer.exec("BEGIN; INSERT INTO beans VALUES ('Kona', 6, 1)")
    expect(await reads.ask('SELECT name FROM beans')).toEqual([{ name: 'Java' }])
    writer.exec('COMMIT; ALTER TABLE beans ADD COLUMN crop TEXT')
    expect(await reads.ask('SELECT name FROM beans')).toEqual([{ name: 'Java' }, { name: 'Kona' }])
    expect(await reads.ask('SELECT *, cents * ? AS more, ? AS word FROM beans', [2, ''])).toContainEqual({
      name: 'Kona',
      cents: 6,
      gone: 1,
      crop: null,
      more: 12,
      word: '',
    })
  })

  test('do not block the event loop', async () => {
    let turns = 0
    let running = true
    const turn = () => {
      turns += 1
      if (running) setImmediate(turn)
    }
    const long = reads.ask(LONG).finally(() => (running = false))
    turn()
    expect(await long).toEqual(COUNTED)
    expect(turns).toBeGreaterThan(500)
  })

  test('return the rows of each call, in the order of the calls', async () => {
    const order: number[] = []
    const asked = Array.from({ length: 40 }, async (_, at) => {
      const rows = await reads.ask('SELECT ? AS at', [at])
      order.push(at)
      return rows
    })
    expect(await Promise.all(asked)).toEqual(order.map((at) => [{ at }]))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(threads).toHaveLength(1)
  })

  test('reject with the same error as in this thread, and continue', async () => {
    const failing = async (sql: string, parameters: unknown[] = []) => {
      const there: unknown = await reads.ask(sql, parameters).catch((error: unknown) => error)
      const here: unknown = await Promise.resolve()
        .then(() => writer.prepare(sql))
        .catch((error: unknown) => error)
      return [there, here]
    }
    const [there, here] = await failing('SELECT nothing FROM beans')
    expect(there).toBeInstanceOf(Error)
    expect({ ...(there as object), message: String(there) }).toEqual({
      ...(here as object),
      message: String(here),
    })
    await expect(reads.ask("INSERT INTO beans VALUES ('Kona', 6, 1)")).rejects.toMatchObject({
      message: expect.stringContaining('readonly'),
      errcode: 8,
    })
    await expect(reads.ask('SELECT ?', [() => 1])).rejects.toThrow(/cloned/)
    await expect(reads.ask('SELECT ?, ?', [1, {}])).rejects.toThrow(/bound/)
    expect(await reads.ask('SELECT name FROM beans')).toEqual([{ name: 'Java' }])
    expect(threads).toHaveLength(1)
  })

  test('reject if their thread dies, and later calls start a new thread', async () => {
    const first = reads.ask(LONG)
    const next = reads.ask('SELECT name FROM beans')
    await vi.waitFor(() => expect(threads).toHaveLength(1))
    await threads[0]?.terminate()
    const error: unknown = await first.catch((reason: unknown) => reason)
    expect([error instanceof ThreadEnded, isUnavailable(error)]).toEqual([true, true])
    expect(await next).toEqual([{ name: 'Java' }])
    expect(threads).toHaveLength(2)
  })

  test('reject if no thread can be started, and later calls try again', async () => {
    refused.times = 2
    const asked = [reads.ask('SELECT 1'), reads.ask('SELECT 1'), reads.ask('SELECT name FROM beans')]
    const [first, second, third] = await Promise.allSettled(asked)
    expect(first).toMatchObject({ reason: { cause: { message: expect.stringContaining('EAGAIN') } } })
    expect(
      [first, second].map((result) => result?.status === 'rejected' && isUnavailable(result.reason)),
    ).toEqual([true, true])
    expect(third).toEqual({ status: 'fulfilled', value: [{ name: 'Java' }] })
  })

  test('reject with the reason if the file cannot be opened', async () => {
    const none = new LongReads(join(folder, 'nowhere', 'test.db'))
    await expect(none.ask('SELECT 1')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('open') },
    })
    await none.close()
  })

  test('start a thread at the first call, end it when it is idle, and start it again', async () => {
    await reads.close()
    reads = new LongReads(join(folder, 'test.db'), 30)
    expect([reads.awake, threads.length]).toEqual([false, 0])
    await reads.ask('SELECT 1')
    await vi.waitFor(() => expect(reads.awake).toBe(false), { timeout: 10_000 })
    expect(await reads.ask(LONG)).toEqual(COUNTED)
    expect(threads).toHaveLength(2)
  })

  test('complete the running call on close, reject the waiting ones, and accept no more', async () => {
    const running = reads.ask(LONG)
    const waiting = Promise.allSettled([reads.ask(LONG), reads.ask(LONG)])
    await reads.close()
    expect(await running).toEqual(COUNTED)
    expect(
      (await waiting).map((result) => result.status === 'rejected' && isUnavailable(result.reason)),
    ).toEqual([true, true])
    expect(reads.awake).toBe(false)
    await expect(reads.ask('SELECT 1')).rejects.toBeInstanceOf(ThreadEnded)
  })
})
