import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GroupCommit } from './group-commit.ts'

describe('group commit', () => {
  let folder: string
  let writer: DatabaseSync
  let onlooker: DatabaseSync
  let group: GroupCommit<DatabaseSync>

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    writer = new DatabaseSync(join(folder, 'test.db'))
    writer.exec('PRAGMA journal_mode=WAL; CREATE TABLE beans (name TEXT UNIQUE)')
    onlooker = new DatabaseSync(join(folder, 'test.db'), { readOnly: true })
    group = new GroupCommit(writer, writer)
  })
  afterEach(() => {
    onlooker.close()
    writer.close()
    rmSync(folder, { recursive: true })
  })

  const add = (name: string) =>
    group.write(async (tx) => void tx.prepare('INSERT INTO beans VALUES (?)').run(name))
  const seen = () =>
    onlooker
      .prepare('SELECT name FROM beans ORDER BY name')
      .all()
      .map(({ name }) => name)
  const statements = (exec: { mock: { calls: unknown[][] } }) => exec.mock.calls.map(([text]) => String(text))

  test('runs all writes of one turn in one transaction with one commit', async () => {
    // Stops the clock. On a busy machine, the three writes could take longer than the time limit of a transaction.
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const exec = vi.spyOn(writer, 'exec')
    await Promise.all(['a', 'b', 'c'].map(add))
    expect(statements(exec).filter((text) => /BEGIN|COMMIT/.test(text))).toEqual([
      'BEGIN IMMEDIATE',
      'COMMIT',
    ])
    expect(seen()).toEqual(['a', 'b', 'c'])
  })

  test('collects writes for another turn while each turn brings more, up to a limit', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const exec = vi.spyOn(writer, 'exec')
    const begun = () => statements(exec).filter((text) => text.includes('BEGIN')).length
    /** Adds one row in each of the next turns of the event loop. */
    const addInTurns = (names: string[]): Promise<unknown> =>
      new Promise((resolve) => {
        setImmediate(() => {
          const [name = '', ...rest] = names
          const last = rest.length === 0
          const added = add(name)
          resolve(last ? added : Promise.all([added, addInTurns(rest)]))
        })
      })
    await Promise.all([addInTurns(['b', 'c']), add('a')])
    expect([begun(), seen()]).toEqual([1, ['a', 'b', 'c']])
    await Promise.all([addInTurns(['e', 'f', 'g', 'h', 'i', 'j']), add('d')])
    expect(begun()).toBeGreaterThan(2)
  })

  test('resolves writes after the commit', async () => {
    const seenByCallers: unknown[] = []
    await Promise.all(['a', 'b', 'c'].map((name) => add(name).then(() => seenByCallers.push(seen().length))))
    expect(seenByCallers).toEqual([3, 3, 3])
  })

  test('does not resolve a write before the commit, even while other writes still run', async () => {
    let answered = false
    const first = add('a').then(() => (answered = true))
    const second = group.write(async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      return [answered, seen()]
    })
    expect(await second).toEqual([false, []])
    await first
  })

  test('rolls back only the write that fails, and rejects it with its own error', async () => {
    const failing = group.write(async (tx) => {
      tx.prepare('INSERT INTO beans VALUES (?)').run('half')
      throw new Error('changed my mind')
    })
    const results = await Promise.allSettled([add('a'), failing, add('b'), add('a')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    await expect(failing).rejects.toThrow('changed my mind')
    expect(seen()).toEqual(['a', 'b'])
  })

  test('runs each write once if none fails, and all of them again if one fails', async () => {
    const runs: string[] = []
    const noted = (name: string) =>
      group.write(async (tx) => {
        runs.push(name)
        tx.prepare('INSERT INTO beans VALUES (?)').run(name)
      })
    await Promise.all(['a', 'b', 'c'].map(noted))
    expect(runs.splice(0)).toEqual(['a', 'b', 'c'])
    await Promise.allSettled(['d', 'a', 'e'].map(noted))
    expect(runs).toEqual(['d', 'a', 'd', 'a', 'e'])
    expect(seen()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('resolves each write once and loses none if the time limit ends the second run early', async () => {
    let [time, step] = [0, 1]
    vi.spyOn(performance, 'now').mockImplementation(() => (time += step))
    const exec = vi.spyOn(writer, 'exec')
    const committed = () => statements(exec).filter((text) => text === 'COMMIT').length
    const names = Array.from({ length: 20 }, (_, index) => `bean ${index}`)
    const answers: string[] = []
    const adding = (some: string[]) => some.map((name) => add(name).then(() => answers.push(name)))
    const before = adding(names.slice(0, 4))
    const failedAfter: number[] = []
    const failing = group.write(async () => {
      step = 3
      failedAfter.push(committed())
      throw new Error('changed my mind')
    })
    const after = adding(names.slice(4))
    await expect(failing).rejects.toThrow('changed my mind')
    await Promise.all([...before, ...after])
    expect(failedAfter[0]).toBe(0)
    expect(failedAfter[1]).toBeGreaterThan(0)
    expect([answers.toSorted(), seen()]).toEqual([names.toSorted(), names.toSorted()])
  })

  test('rejects all writes if the commit fails after the second run', async () => {
    const exec = vi.spyOn(writer, 'exec').mockImplementation(function (this: DatabaseSync, text: string) {
      if (text === 'COMMIT') throw new Error('disk is full')
      return DatabaseSync.prototype.exec.call(writer, text)
    })
    const failing = group.write(async () => Promise.reject(new Error('changed my mind')))
    const results = await Promise.allSettled([add('a'), failing, add('b')])
    expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
      'disk is full',
      'disk is full',
      'disk is full',
    ])
    exec.mockRestore()
    await add('c')
    expect(seen()).toEqual(['c'])
  })

  test('rejects all writes if the transaction ends during the second run', async () => {
    let runs = 0
    const losing = group.write(async (tx) => {
      runs += 1
      if (runs > 1) tx.exec('ROLLBACK')
      throw new Error('transaction is gone')
    })
    const results = await Promise.allSettled([add('a'), losing, add('b')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await add('c')
    expect([runs, seen()]).toEqual([2, ['c']])
  })

  test('rejects all writes if the commit fails, and accepts later ones', async () => {
    const exec = vi.spyOn(writer, 'exec').mockImplementation(function (this: DatabaseSync, text: string) {
      if (text === 'COMMIT') throw new Error('disk is full')
      return DatabaseSync.prototype.exec.call(writer, text)
    })
    const results = await Promise.allSettled([add('a'), add('b')])
    expect(results).toMatchObject([
      { reason: { message: 'disk is full' } },
      { reason: { message: 'disk is full' } },
    ])
    exec.mockRestore()
    await add('c')
    expect(seen()).toEqual(['c'])
  })

  test('rejects all writes if the transaction ends early, also those that have already run', async () => {
    const losing = group.write(async (tx) => {
      tx.exec('ROLLBACK')
      throw new Error('transaction is gone')
    })
    const results = await Promise.allSettled([add('a'), losing, add('b')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await add('c')
    expect(seen()).toEqual(['c'])
  })

  test('runs a write that arrives during a transaction in the next one', async () => {
    const exec = vi.spyOn(writer, 'exec')
    let later: Promise<void> | null = null
    await group.write(async () => void (later = add('later')))
    await later
    expect(statements(exec).filter((text) => text === 'COMMIT')).toHaveLength(2)
    expect(seen()).toEqual(['later'])
  })

  test('lets the event loop turn between the transactions of many writes', async () => {
    const exec = vi.spyOn(writer, 'exec')
    let time = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1))
    let turns = 0
    const turning = setInterval(() => (turns += 1), 0)
    await Promise.all(Array.from({ length: 60 }, (_, index) => add(`bean ${index}`)))
    clearInterval(turning)
    expect(statements(exec).filter((text) => text === 'COMMIT')).toHaveLength(10)
    expect([seen().length, turns > 0]).toEqual([60, true])
  })

  test('continues after a failed rollback once a rollback succeeds', async () => {
    const exec = vi.spyOn(writer, 'exec').mockImplementation(function (this: DatabaseSync, text: string) {
      if (text !== 'BEGIN IMMEDIATE') throw new Error('disk is gone')
      return DatabaseSync.prototype.exec.call(writer, text)
    })
    await expect(add('a')).rejects.toThrow('disk is gone')
    exec.mockRestore()
    await expect(add('b')).rejects.toThrow('within a transaction')
    await add('c')
    expect(seen()).toEqual(['c'])
  })

  test('resolves `settled` when all writes have ended', async () => {
    const writes = Promise.allSettled([add('a'), add('a'), add('b')])
    await group.settled()
    expect(seen()).toEqual(['a', 'b'])
    await writes
    await group.settled()
  })
})
