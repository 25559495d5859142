import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openSecrets } from '#server/platform/secrets/open-secrets.ts'
import { makeSecretFile, rotateSecretFile } from '#server/platform/secrets/secret-file.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { runCheck } from './check.ts'
import { checkIdentity } from './check-identity.ts'

const KEY = 'a key of at least thirty-two letters'
const NEW_KEY = 'another key of thirty-two letters or so'

const server = stores.find(({ name }) => name === 'postgres')

describe.runIf(server)('the check of the secrets on PostgreSQL', () => {
  let store: Store
  let database: ShopDatabase
  beforeEach(async () => {
    if (!server) throw new Error('There is no server.')
    store = await server.fresh()
    database = await openShopDatabase(store)
  })
  afterEach(async () => {
    await database.close()
    await store.dispose()
  })

  /** Runs the check with these keys. Returns its result as a line, such as `fail It is broken.`. */
  async function find(secretKey = '', oldSecretKey = ''): Promise<string | undefined> {
    const config = readConfig({
      DATA_DIR: store.dataDir,
      DATABASE_URL: String(store.databaseUrl),
      SECRET_KEY: secretKey,
      SECRET_KEY_OLD: oldSecretKey,
    })
    const [found] = await runCheck(checkIdentity, { config, reach: false })
    return found && `${found.level} ${found.text}`
  }
  const start = (secretKey: string | null) =>
    openSecrets({ ...store, database, secretKey, oldSecretKey: null })
  const stored = async () => (await sql`SELECT * FROM secrets`.execute(database.read)).rows

  test('finds them in the database, if they can be decrypted', async () => {
    await start(KEY)
    const before = await stored()
    expect(await find(KEY)).toBe('ok The secrets for signing in can be decrypted with SECRET_KEY.')
    expect(await find(NEW_KEY)).toMatch(/^fail SECRET_KEY is not the one/)
    expect(await find(NEW_KEY, KEY)).toMatch(/^warn .* run "npm run rotate-secrets" with both keys/)
    expect(await find(KEY, NEW_KEY)).toMatch(/^warn SECRET_KEY_OLD is not needed any more/)
    expect(await find()).toMatch(
      /^fail The secrets of this shop are in its database, encrypted: set the SECRET_KEY/,
    )
    expect(await stored()).toEqual(before)
  })

  test('finds that one is missing', async () => {
    await start(KEY)
    await database.script("DELETE FROM secrets WHERE kind = 'device'")
    expect(await find(KEY)).toMatch(/^fail The secret "device" of the shop is missing/)
  })

  test('says what the first start will do, and does not do it', async () => {
    expect(await find(KEY)).toMatch(/^warn There are no secrets yet/)
    expect(await find()).toMatch(/^warn .*secrets.json is not there yet/)
    expect([await stored(), readdirSync(store.dataDir)]).toEqual([[], []])
    makeSecretFile(store.dataDir)
    expect(await find(KEY)).toMatch(
      /^warn The secrets are not in the database yet. The next start copies those of/,
    )
    await database.script('DROP TABLE secrets')
    expect(await find(KEY)).toMatch(/^warn The secrets are not in the database yet/)
  })

  test('compares those of the file with those of the other processes', async () => {
    await start(null)
    expect(await find()).toMatch(/^warn .* only processes with this folder can run: set SECRET_KEY/)
    rotateSecretFile(store.dataDir, { signOut: true })
    expect(await find()).toMatch(/^fail The shop on this database has other secrets than/)
    expect(await find(KEY)).toMatch(
      /^fail The secrets of this shop are in the secrets.json of another data folder/,
    )
    rmSync(join(store.dataDir, 'secrets.json'))
    expect(await find()).toMatch(/^fail The shop on this database has other secrets than/)
    writeFileSync(join(store.dataDir, 'secrets.json'), '{}')
    expect(await find()).toMatch(/^fail .*secrets.json is damaged/)
  })
})
