import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { openSqlite } from '../database/sqlite.ts'

const PATIENT = { timeout: 20_000, interval: 20 }

describe('a database that is older than it was', () => {
  let folder: string
  let running: string
  let database: Database<object>
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    running = mkdtempSync(join(folder, 'running-'))
    database = openSqlite(running)
    await database.script('CREATE TABLE beans (name TEXT)')
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
    vi.useRealTimers()
  })

  const mark = (place = running) => readFileSync(join(place, 'last-commit'), 'utf8')
  const write = () => database.write(async () => undefined)

  /** Writes to the database, and stores the time of this write in the file `last-commit` a second later. */
  async function writeAndMark(): Promise<void> {
    const before = existsSync(join(running, 'last-commit')) ? mark() : ''
    await write()
    vi.advanceTimersByTime(1000)
    await vi.waitFor(() => expect(mark()).not.toBe(before), PATIENT)
  }

  /** Copies the files of the database to a new folder, as a power cut at this moment would leave them. */
  function cutOff(): string {
    const place = mkdtempSync(join(folder, 'cut-'))
    for (const name of readdirSync(running))
      if (name !== 'crema.db-shm') copyFileSync(join(running, name), join(place, name))
    return place
  }

  async function warningOf(place: string): Promise<string | null> {
    const opened = openSqlite(place)
    await opened.close()
    return opened.warning
  }

  test('is not reported after a power cut at any moment, or after a normal end', async () => {
    const cuts = [cutOff()]
    await write()
    cuts.push(cutOff())
    for (let times = 0; times < 3; times++) {
      await writeAndMark()
      cuts.push(cutOff())
      await write()
      cuts.push(cutOff())
    }
    for (const place of cuts) expect(await warningOf(place)).toBeNull()
    // The first round has opened and closed each copy, which moved the write-ahead log into the database file. The
    // second round therefore runs without logs.
    for (const place of cuts) expect(await warningOf(place)).toBeNull()
    await database.close()
    expect(existsSync(join(running, 'crema.db-wal'))).toBe(false)
    expect(await warningOf(running)).toBeNull()
    database = openSqlite(running)
  }, 60_000)

  test.each([
    ['removed', (log: string) => rmSync(log)],
    ['cut in half', (log: string) => truncateSync(log, Math.floor(statSync(log).size / 2))],
    ['overwritten', (log: string) => writeFileSync(log, Buffer.alloc(statSync(log).size))],
  ])('is reported with both times if its log was %s', async (_how, spoil) => {
    vi.setSystemTime(Date.UTC(2026, 4, 1, 12))
    await writeAndMark()
    vi.setSystemTime(Date.UTC(2026, 4, 1, 13, 30))
    for (let times = 0; times < 5; times++) await database.script(`CREATE TABLE beans_${times} (name TEXT)`)
    await writeAndMark()
    const place = cutOff()
    spoil(join(place, 'crema.db-wal'))
    expect(await warningOf(place)).toMatch(
      /^The database is older than it was.*2026-05-01 13:30:0\d UTC\. .*cut or removed/,
    )
  })

  test('is reported if an older copy was put back, until the next write', async () => {
    await writeAndMark()
    const older = cutOff()
    await writeAndMark()
    const place = cutOff()
    for (const name of ['crema.db', 'crema.db-wal']) copyFileSync(join(older, name), join(place, name))
    const opened = openSqlite(place)
    expect(opened.warning).toMatch(
      /^The database is older than it was: it ends at \d{4}-.* UTC, and the shop had written until .* UTC\./,
    )
    await opened.write(async () => undefined)
    await opened.close()
    expect(await warningOf(place)).toBeNull()
  })

  test('is not reported if the mark cannot be read, or if the clock was set back', async () => {
    await writeAndMark()
    const place = cutOff()
    writeFileSync(join(place, 'last-commit'), 'beans')
    expect(await warningOf(place)).toBeNull()
    const before = Number(mark())
    vi.setSystemTime(Date.UTC(2021, 0, 1))
    await writeAndMark()
    expect([Number(mark()), await warningOf(cutOff())]).toEqual([before + 1, null])
  })

  test('gets at most one mark per second, however much is written', async () => {
    vi.useRealTimers()
    const before = performance.now()
    const marks = new Set<string>()
    for (let times = 0; times < 400; times++) {
      await write()
      if (existsSync(join(running, 'last-commit'))) marks.add(mark())
    }
    expect(marks.size).toBeLessThanOrEqual((performance.now() - before) / 1000)
  })
})
