import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { DatabaseUnusable, isUnavailable } from '../database/database-errors.ts'
import { openSqlite } from '../database/sqlite.ts'

type Beans = { beans: { name: string } }

describe('an embedded database whose files are removed or replaced while it runs', () => {
  let folder: string
  let file: string
  let database: Database<Beans>
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    file = join(folder, 'crema.db')
    database = openSqlite<Beans>(folder)
    await database.script('CREATE TABLE beans (name TEXT)')
    await add('Java')
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  const add = (name: string) => database.write(({ tx }) => tx.insertInto('beans').values({ name }).execute())
  const names = async () =>
    (await database.read.selectFrom('beans').select('name').orderBy('name').execute()).map(({ name }) => name)
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  test.each([
    ['the database is deleted', 'crema.db', () => rmSync(file)],
    [
      'the database is replaced',
      'crema.db',
      () => (copyFileSync(file, `${file}.old`), renameSync(`${file}.old`, file)),
    ],
    ['the log is deleted', 'crema.db-wal', () => rmSync(`${file}-wal`)],
    [
      'the log is replaced',
      'crema.db-wal',
      () => (writeFileSync(`${file}.new`, ''), renameSync(`${file}.new`, `${file}-wal`)),
    ],
  ])('rejects all writes, names the file, and is not ready: %s', async (_what, name, spoil) => {
    spoil()
    const failures = [
      await failureOf(add('Kona')),
      await failureOf(add('Mocha')),
      await failureOf(database.check()),
    ]
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(DatabaseUnusable)
      expect(failure).toMatchObject({
        message: expect.stringContaining(
          `${join(folder, name)} was deleted or replaced while the shop runs, and nothing can be saved: `,
        ),
      })
      expect(isUnavailable(failure)).toBe(true)
    }
  })

  test('invalidates caches if a rejected write was committed', async () => {
    const published: string[] = []
    database.events.subscribe(({ type }) => published.push(type))
    const failure = await failureOf(
      database.write(async ({ tx, publish }) => {
        rmSync(file)
        publish({ type: 'user' })
        await tx.insertInto('beans').values({ name: 'Kona' }).execute()
      }),
    )
    expect([failure instanceof DatabaseUnusable, await names(), published]).toEqual([
      true,
      ['Java', 'Kona'],
      ['events-missed'],
    ])
  })

  test('does not begin a write once the loss is known', async () => {
    rmSync(file)
    await failureOf(database.check())
    let begun = 0
    await failureOf(database.write(async () => void (begun += 1)))
    expect(begun).toBe(0)
  })

  test('works again after they were put back', async () => {
    renameSync(file, `${file}.away`)
    await failureOf(add('Kona'))
    renameSync(`${file}.away`, file)
    await expect(database.check()).resolves.toBeUndefined()
    await add('Mocha')
    expect(await names()).toContain('Mocha')
  })

  test('keeps committed writes of a deleted log if it is closed cleanly', async () => {
    rmSync(`${file}-wal`)
    await failureOf(add('Kona'))
    await database.close()
    database = openSqlite<Beans>(folder)
    expect(await names()).toContain('Java')
  })

  test('names a damaged file, and is not ready until it is restored', async () => {
    await database.close()
    database = openSqlite<Beans>(folder)
    await database.check()
    truncateSync(file, 4096)
    const damaged = `${file} is damaged: stop the shop, keep the file, and restore a backup into an empty folder (npm run restore).`
    expect(await failureOf(database.longRead.selectFrom('beans').selectAll().execute())).toMatchObject({
      message: damaged,
    })
    expect(await failureOf(database.check())).toMatchObject({ message: damaged })
    expect(await failureOf(add('Kona'))).toMatchObject({ message: damaged })
  })

  test('names its file if the disk is full during a migration', async () => {
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    })
    await expect(database.script('CREATE TABLE cups (name TEXT)')).rejects.toThrow(
      `There is no space left on the disk for ${file}. Free some, then start again.`,
    )
  })

  test('throws a sentence that names the file if it was damaged before', async () => {
    await database.close()
    const whole = join(folder, 'whole.db')
    copyFileSync(file, whole)
    writeFileSync(file, 'An order, once. '.repeat(1000))
    expect(() => openSqlite(folder)).toThrow(
      `${file} is damaged: stop the shop, keep the file, and restore a backup`,
    )
    copyFileSync(whole, file)
    database = openSqlite<Beans>(folder)
    expect(await names()).toEqual(['Java'])
  })
})
