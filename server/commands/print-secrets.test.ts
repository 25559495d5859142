import '#test/cheap-passwords.ts'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Shop } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { Jobs } from '#server/platform/jobs.ts'
import { startJobs } from '#server/start-jobs.ts'
import { cookiesOf } from '#test/calls.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const SECRET_KEY = 'a key of at least thirty-two letters'

/** Rows that the version before has stored, encrypted with `SECRET_KEY`. */
const STORED = [
  ['session', 2, 'v1.VzQLt4L9cNRgcXb3P0OfJtrUN2DbSvij1mkEyVYAl_m8UJM5PQOez1i_R7tCZOoqI4vzZrY'],
  ['session', 1, 'v1.igQpK0hv0TryRpsY1zNFWSbE0rQdLop3n9PDHb1h0zqFPT17JRQ-lr5cRhWE7sFJ4LB579Y'],
  ['device', 1, 'v1.cBGqBG9-3XnjQlNQpzGYeJVEk8rrCtgq5BomKoeQYGTg0WoHtZT3v9QAhqR_'],
  [
    'tokenKey',
    1,
    'v1.KZfu4336DnEBB_i6DrCqK_ALsP1mG8w9BIkvcqFRnT7e1zk213qs96axBZgmAVKjUgiZUmVhzpXU2Xtkni011U3ZRQlcxXTeXVySlsvTnqgKNOSGQ8cHXfUL-vLVAsdly67wTgqlsLSuABvgxBouBao_2iz5itSByS32rDqRPJA_AZGbUZ2_mwcG9xj6P9WgSTbi',
  ],
] as const

/** The secrets in these rows, as entries of `SECRETS`. */
const DEVICE = 'device:the-device-secret'
const NEWEST = 'session:the-newest-session-secret'
const BEFORE = 'session:the-session-secret-before'
const TOKEN_KEY = 'tokenKey:EExr6vDwgK1cob4fpQG5jmcDSDy9SX_cSPu7VcLxO9M'
const ALL = [DEVICE, NEWEST, BEFORE, TOKEN_KEY].join()

const [sqlite, postgres] = stores

const emailOf = async (shop: TestShop, cookie: string) =>
  (await shop.send('GET /auth/session', { headers: { cookie } })).answer.user?.email

describe.runIf(postgres)('secrets that an earlier version has stored in PostgreSQL', () => {
  let store: Store
  beforeEach(async () => {
    if (!postgres) throw new Error('There is no server.')
    store = await postgres.fresh()
    const shop = await openTestShop(store)
    for (const [kind, version, value] of STORED)
      await sql`INSERT INTO secrets (kind, version, value, signs_from) VALUES (${kind}, ${version}, ${value}, 0)`.execute(
        shop.database.read,
      )
    await sql`INSERT INTO secrets (kind, version, value, signs_from, expires_at) VALUES ('session', 0, 'expired', 0, 1)`.execute(
      shop.database.read,
    )
    await shop.close()
  })
  afterEach(() => store.dispose())

  const print = (env: Record<string, string>) => runOwnersCommandHere('print-secrets', { ...store, env }, [])

  test('stop the start without the setting, which names the command that prints them', async () => {
    await expect(openTestShop(store)).rejects.toThrow(
      /^The secrets of this shop are in its database, .* run "npm run print-secrets" with its SECRET_KEY, and set the SECRETS/,
    )
    const doctor = await runOwnersCommandHere('doctor', store, [])
    expect(doctor.said).toMatch(/^fail {2}database {2}The secrets of this shop are in its database/m)
  })

  test('are printed with the SECRET_KEY of that version only', async () => {
    expect(await print({ SECRET_KEY })).toEqual({ code: 0, said: `SECRETS=${ALL}\n`, complained: '' })
    expect((await print({ SECRET_KEY: 'another', SECRET_KEY_OLD: SECRET_KEY })).said).toBe(`SECRETS=${ALL}\n`)
    expect(await print({ SECRET_KEY: 'another' })).toMatchObject({
      code: 1,
      said: '',
      complained: expect.stringMatching(/^SECRET_KEY is not the one .* SECRETS to a new secret, which signs/),
    })
    expect((await print({})).complained).toMatch(/set the SECRET_KEY with which it ran before\.\n$/)
  })

  test('keep sessions and tokens valid as the setting, also with a new secret before them', async () => {
    const open = (...entries: string[]) => openTestShop(store, { env: { SECRETS: entries.join() } })
    const earlier = await open(DEVICE, BEFORE, TOKEN_KEY)
    const { cookie, token, email, password } = await earlier.person('Cora')
    await earlier.close()
    for (const secrets of [ALL, `a-new-secret-of-thirty-two-letters,${ALL}`]) {
      const shop = await open(secrets)
      const query = { email }
      const cart = await shop.send('GET /myCarts', { query, headers: { authorization: `Bearer ${token}` } })
      expect([await emailOf(shop, cookie), cart.status]).toEqual([email, 200])
      const signedIn = await shop.call('POST /auth/sign-in', { body: { email, password } })
      await shop.close()
      const newest = await open(DEVICE, NEWEST, TOKEN_KEY)
      expect(await emailOf(newest, cookiesOf(signedIn))).toBe(secrets === ALL ? email : undefined)
      await newest.close()
    }
  })

  test('are deleted an hour after a start with the setting, and not without it', async () => {
    const shop = await openTestShop(store, { env: { SECRETS: ALL } })
    const every = vi.spyOn(Jobs.prototype, 'every').mockReturnValue()
    const stored = async () => (await sql`SELECT * FROM secrets`.execute(shop.database.read)).rows.length
    for (const [env, left] of [
      [{}, 6],
      [{ SECRETS: ALL }, 0],
    ] as const) {
      const config = readConfig({ DATABASE_URL: String(store.databaseUrl), DATA_DIR: store.dataDir, ...env })
      every.mockClear()
      // cast: `startJobs` uses only these parts of the shop before an hour has passed.
      const jobs = startJobs(shop as unknown as Shop, { database: shop.database, config })
      const signal = new AbortController().signal
      for (const [everyMs, work] of every.mock.calls) if (everyMs === 3_600_000) await work(signal)
      await jobs.stop()
      expect(await stored()).toBe(left)
    }
    vi.restoreAllMocks()
    await shop.close()
  })
})

test('the secrets of the file are printed for the setting, and none are made', async () => {
  const store = await sqlite?.fresh()
  if (!store) throw new Error('SQLite is always there.')
  const print = () => runOwnersCommandHere('print-secrets', store, [])
  expect(await print()).toMatchObject({ code: 1, said: '' })
  const shop = await openTestShop(store)
  const { cookie, email } = await shop.person('Cora')
  await shop.close()
  const { said } = await print()
  expect(said).toMatch(/^SECRETS=session:[\w-]{43},device:[\w-]{43},tokenKey:[\w-]{43}\n$/)
  const env = { SECRETS: said.slice('SECRETS='.length).trim() }
  rmSync(join(store.dataDir, 'secrets.json'))
  const again = await openTestShop(store, { env })
  expect(await emailOf(again, cookie)).toBe(email)
  await again.close()
  await store.dispose()
})
