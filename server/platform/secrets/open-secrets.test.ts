import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { openSecrets } from './open-secrets.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { fileSecrets, readSecretFile } from './secret-file.ts'
import { eraseExpiredSecrets } from './secret-rows.ts'
import { secretKinds } from './secret-set.ts'

const KEY = 'a key of at least thirty-two letters'
const OTHER_KEY = 'another key of thirty-two letters or so'
const NEW_KEY = 'the newest key of all, also long enough'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(stores.filter(({ name }) => name === 'postgres'))('secrets on $name', ({ fresh }) => {
  let store: Store
  let database: ShopDatabase
  beforeEach(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await database.close()
    await store.dispose()
  })

  const folder = (name: string) => {
    const path = join(store.dataDir, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  const open = (dataDir: string, secretKey: string | null = KEY, oldSecretKey: string | null = null) =>
    openSecrets({ database, dataDir: folder(dataDir), secretKey, oldSecretKey })
  const rotate = (options: { secretKey?: string; oldSecretKey?: string; signOut?: boolean } = {}) =>
    rotateSecrets(
      { database, dataDir: folder('a'), secretKey: KEY, oldSecretKey: null, ...options },
      { signOut: false, ...options },
    )
  const rows = async () =>
    (await sql<{ value: string }>`SELECT value FROM secrets`.execute(database.read)).rows
  /** Makes the time of the database later for the secrets, by making their times earlier. */
  const passInDatabase = (ms: number) =>
    database.write(({ tx }) =>
      sql`UPDATE secrets SET signs_from = signs_from - ${ms}::bigint, expires_at = expires_at - ${ms}::bigint`.execute(
        tx,
      ),
    )
  /** Moves on the clock by which a process knows how old the secrets are that it has read. */
  const passHere = () => void vi.advanceTimersByTime(6000)

  test('with SECRET_KEY are the same for processes that start at the same moment in different folders', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => open(name)))
    for (const { latest } of all) expect(latest).toEqual(all[0]?.latest)
    expect((await open('e')).latest).toEqual(all[0]?.latest)
  })

  test('with SECRET_KEY are taken from the file at first, so that no user is signed out', async () => {
    const inFile = fileSecrets(folder('a')).latest
    expect((await open('a')).latest).toEqual(inFile)
    rmSync(join(folder('a'), 'secrets.json'))
    expect((await open('a')).latest).toEqual(inFile)
  })

  test('are stored encrypted, each in its own way', async () => {
    const { latest } = await open('a')
    const stored = (await rows()).map(({ value }) => value)
    expect(stored).toHaveLength(3)
    for (const kind of secretKinds) expect(stored.join()).not.toContain(latest[kind].current.slice(40, 60))
    await sql`UPDATE secrets SET value = (SELECT value FROM secrets WHERE kind = 'device') WHERE kind = 'session'`.execute(
      database.read,
    )
    await expect(open('a')).rejects.toThrow(/^SECRET_KEY is not the one/)
  })

  test('are refused with a wrong SECRET_KEY, and without it', async () => {
    await open('a')
    await expect(open('a', OTHER_KEY)).rejects.toThrow(
      'SECRET_KEY is not the one with which the secrets of this shop are encrypted: set that one, or run "npm run rotate-secrets -- --sign-out" to have new secrets made, which signs all users out.',
    )
    await expect(open('a', null)).rejects.toThrow(
      'The secrets of this shop are in its database, encrypted: set the SECRET_KEY with which its other processes run.',
    )
  })

  test('without SECRET_KEY are in the file, and another folder with other secrets is refused', async () => {
    const first = await open('a', null)
    expect((await open('a', null)).latest).toEqual(first.latest)
    fileSecrets(folder('b'))
    for (const other of ['b', 'c'])
      await expect(open(other, null)).rejects.toThrow(
        `The shop on this database has other secrets than ${folder(other)}: set the same SECRET_KEY for all its processes`,
      )
    expect(readSecretFile(folder('c'))).toBeNull()
    const stored = (await rows()).map(({ value }) => value)
    expect(stored).toHaveLength(1)
    expect(stored.join()).not.toContain(first.latest.session.current)
  })

  test('without SECRET_KEY are the same for processes that start at the same moment in one folder', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => open('a', null)))
    for (const { latest } of all) expect(latest).toEqual(fileSecrets(folder('a')).latest)
  })

  test('move into the database only from the folder that the shop has used', async () => {
    const { latest } = await open('a', null)
    await expect(open('b')).rejects.toThrow('are in the secrets.json of another data folder')
    expect((await open('a')).latest).toEqual(latest)
    expect((await open('b')).latest).toEqual(latest)
  })

  test('are rotated: all processes know a new one before any signs with it', async () => {
    const [one, two] = [await open('a'), await open('b')]
    const before = one.latest
    await rotate()
    expect((await one.fresh()).session).toEqual(before.session)
    passHere()
    const [known, knownByTwo] = [await one.fresh(), await two.fresh()]
    expect(known).toEqual(knownByTwo)
    for (const kind of secretKinds) {
      expect(known[kind].current).toBe(before[kind].current)
      expect(known[kind].accepted).toHaveLength(2)
    }
    await passInDatabase(16_000)
    passHere()
    for (const kind of secretKinds) {
      const { current, accepted } = (await two.fresh())[kind]
      expect(accepted).toEqual([current, before[kind].current])
    }
  })

  test('that are old are accepted until everything that they signed has expired, and then erased', async () => {
    const before = (await open('a')).latest
    await rotate()
    const accepts = async () => {
      const { latest } = await open('a')
      return secretKinds.filter((kind) => latest[kind].accepted.includes(before[kind].current))
    }
    await passInDatabase(25 * MINUTE)
    expect(await accepts()).toEqual(['session', 'device', 'tokenKey'])
    await passInDatabase(30 * DAY)
    expect(await accepts()).toEqual(['session', 'device'])
    await passInDatabase(335 * DAY)
    expect(await accepts()).toEqual(['device'])
    await eraseExpiredSecrets(database)
    expect(await rows()).toHaveLength(4)
    await passInDatabase(2 * DAY)
    await eraseExpiredSecrets(database)
    expect([await accepts(), (await rows()).length]).toEqual([[], 3])
  })

  test('can be rotated again at once, and by two processes at the same moment', async () => {
    const before = (await open('a')).latest
    await rotate()
    const both = await Promise.allSettled([rotate(), rotate()])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    const { session } = (await open('a')).latest
    expect(session.current).toBe(before.session.current)
    expect(session.accepted.length).toBeGreaterThanOrEqual(3)
    expect(new Set(session.accepted).size).toBe(session.accepted.length)
  })

  test('are encrypted with a new SECRET_KEY, while processes with the former one go on', async () => {
    const former = await open('a')
    const before = former.latest
    const between = await open('b', NEW_KEY, KEY)
    await rotate({ secretKey: NEW_KEY, oldSecretKey: KEY })
    expect((await open('c', NEW_KEY)).latest.session.accepted).toContain(before.session.current)
    passHere()
    expect((await former.fresh()).session).toEqual(before.session)
    expect((await between.fresh()).session.accepted).toHaveLength(2)
    await expect(open('d')).rejects.toThrow(/^SECRET_KEY is not the one/)
  })

  test('are replaced at once if all users are to be signed out, also if SECRET_KEY was lost', async () => {
    const before = (await open('a')).latest
    await rotate({ secretKey: OTHER_KEY, signOut: true })
    const { latest } = await open('b', OTHER_KEY)
    for (const kind of secretKinds) {
      expect(latest[kind].accepted).toEqual([latest[kind].current])
      expect(latest[kind].current).not.toBe(before[kind].current)
    }
  })

  test('are not rotated without SECRET_KEY', async () => {
    await expect(
      rotateSecrets(
        { database, dataDir: folder('a'), secretKey: null, oldSecretKey: null },
        { signOut: false },
      ),
    ).rejects.toThrow(/^On PostgreSQL new secrets are made in the database: set SECRET_KEY/)
  })

  test('cannot be used while they are out of date and the database is unavailable', async () => {
    const secrets = await open('a')
    vi.spyOn(database.read, 'getExecutor').mockImplementation(() => {
      throw new Error('no connection')
    })
    expect(await secrets.fresh()).toBe(secrets.latest)
    passHere()
    await expect(secrets.fresh()).rejects.toThrow('no connection')
    vi.restoreAllMocks()
    expect(await secrets.fresh()).toEqual(secrets.latest)
  })
})
