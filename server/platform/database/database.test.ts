import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openDatabase } from './open-database.ts'
import type { Database } from './database.ts'

type TestEvent = { type: string; id?: string }

type Beans = { beans: { name: string; cents: number; gone: number | null } }

describe.each(stores)('a database on $name', ({ name, fresh }) => {
  let store: Store
  let database: Database<Beans, TestEvent>
  const told: TestEvent[] = []

  beforeAll(async () => {
    store = await fresh()
    database = await openDatabase<Beans, TestEvent>(store)
    database.events.subscribe((change) => told.push(change))
    await database.script('CREATE TABLE beans (name TEXT PRIMARY KEY, cents BIGINT NOT NULL, gone BIGINT)')
  })
  beforeEach(async () => {
    await database.write(({ tx }) => tx.deleteFrom('beans').execute())
    told.splice(0)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })

  const add = (bean: string) =>
    database.write(({ tx }) => tx.insertInto('beans').values({ name: bean, cents: 5, gone: null }).execute())
  const names = async () =>
    (await database.read.selectFrom('beans').select('name').orderBy('name').execute()).map(
      (bean) => bean.name,
    )

  test('reads a row once its write has resolved, with amounts as numbers', async () => {
    const result = await database.write(async ({ tx }) => {
      await tx.insertInto('beans').values({ name: 'Java', cents: 9_999_999_999_999, gone: null }).execute()
      return 'done'
    })
    expect(result).toBe('done')
    expect(await database.read.selectFrom('beans').selectAll().execute()).toEqual([
      { name: 'Java', cents: 9_999_999_999_999, gone: null },
    ])
  })

  test('reads a row once its write has resolved, through `longRead` too', async () => {
    await add('Java')
    expect(await database.longRead.selectFrom('beans').selectAll().execute()).toEqual([
      { name: 'Java', cents: 5, gone: null },
    ])
    const counted = database.longRead
      .selectFrom('beans')
      .select(({ fn }) => fn.countAll<number>().as('beans'))
    for (let beans = 2; beans < 12; beans++) {
      await add(`Java ${beans}`)
      expect(await counted.executeTakeFirst()).toEqual({ beans })
    }
    await expect(sql`SELECT nothing FROM beans`.execute(database.longRead)).rejects.toThrow(/nothing/)
  })

  test('does not show uncommitted rows to reads', async () => {
    const between = await database.write(async ({ tx }) => {
      await tx.insertInto('beans').values({ name: 'Java', cents: 5, gone: null }).execute()
      return names()
    })
    expect(between).toEqual([])
    expect(await names()).toEqual(['Java'])
  })

  test('publishes an event once, even if its write was run twice because another one failed', async () => {
    const write = (bean: string) =>
      database.write(async ({ tx, publish }) => {
        await tx.insertInto('beans').values({ name: bean, cents: 5, gone: null }).execute()
        publish({ type: 'beans', id: bean })
      })
    const results = await Promise.allSettled([write('Java'), write('Java'), write('Kona')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    await expect.poll(() => told.map(({ id }) => id).toSorted()).toEqual(['Java', 'Kona'])
    expect(await names()).toEqual(['Java', 'Kona'])
  })

  test.runIf(name === 'sqlite')(
    'keeps temporary data in memory, because files would add writes to each commit',
    async () => {
      const { rows } = await database.write(({ tx }) => sql`PRAGMA temp_store`.execute(tx))
      expect(rows).toEqual([{ temp_store: 2 }])
    },
  )

  test('publishes an event after the commit, and not before', async () => {
    let seen: Promise<string[]> | null = null
    const stop = new Promise<void>((resolve) => {
      database.events.onType('beans', () => {
        seen ??= names()
        resolve()
      })
    })
    const during = await database.write(async ({ tx, publish }) => {
      await tx.insertInto('beans').values({ name: 'Java', cents: 5, gone: null }).execute()
      publish({ type: 'beans', id: 'Java' })
      return [...told]
    })
    await stop
    expect(during).toEqual([])
    expect(await seen).toEqual(['Java'])
    expect(told[0]).toEqual({ type: 'beans', id: 'Java' })
  })

  test('rolls back a write that fails, and does not publish its events', async () => {
    const failing = database.write(async ({ tx, publish }) => {
      await tx.insertInto('beans').values({ name: 'Java', cents: 5, gone: null }).execute()
      publish({ type: 'undone' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await add('Kona')
    expect(await names()).toEqual(['Kona'])
    expect(told).not.toContainEqual({ type: 'undone' })
  })

  test('rejects a duplicate without affecting other writes at the same time', async () => {
    const results = await Promise.allSettled([add('Java'), add('Kona'), add('Java')])
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(await names()).toEqual(['Java', 'Kona'])
  })

  test('runs a script completely or not at all', async () => {
    await expect(
      database.script("INSERT INTO beans VALUES ('Java', 1, NULL); INSERT INTO nothing VALUES (1)"),
    ).rejects.toThrow(/nothing/)
    expect(await names()).toEqual([])
    await database.script(
      "INSERT INTO beans VALUES ('Java', 1, NULL); INSERT INTO beans VALUES ('Kona', 1, NULL)",
    )
    expect(await names()).toEqual(['Java', 'Kona'])
  })

  test('runs many parallel writes one after the other', async () => {
    await add('Java')
    const raise = () =>
      database.write(({ tx }) =>
        tx
          .updateTable('beans')
          .set({ cents: sql`cents + 1` })
          .execute(),
      )
    await Promise.all(Array.from({ length: 50 }, raise))
    expect(await database.read.selectFrom('beans').select('cents').execute()).toEqual([{ cents: 55 }])
  })

  test('cannot be written through the connections for reads if it is embedded', async () => {
    if (name !== 'sqlite') return
    await expect(database.read.deleteFrom('beans').execute()).rejects.toThrow(/readonly/)
    await expect(database.longRead.deleteFrom('beans').execute()).rejects.toThrow(/readonly/)
  })

  test('flushes every commit to the disk before its write resolves if it is embedded', async () => {
    if (name !== 'sqlite') return
    const ask = (pragma: string) =>
      database.write(({ tx }) => sql.raw<Record<string, unknown>>(`PRAGMA ${pragma}`).execute(tx))
    const [synchronous, journal, keys] = await Promise.all(
      ['synchronous', 'journal_mode', 'foreign_keys'].map(ask),
    )
    // `synchronous: 2` means FULL: each commit flushes the write-ahead log to the disk.
    expect([synchronous?.rows, journal?.rows, keys?.rows]).toEqual([
      [{ synchronous: 2 }],
      [{ journal_mode: 'wal' }],
      [{ foreign_keys: 1 }],
    ])
  })

  test('keeps committed rows when it is opened again', async () => {
    await add('Java')
    const other = await openDatabase<Beans, TestEvent>(store)
    expect(await other.read.selectFrom('beans').select('name').execute()).toEqual([{ name: 'Java' }])
    await other.close()
  })
})
