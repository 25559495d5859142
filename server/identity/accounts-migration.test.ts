import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { cookiesOf } from '#test/calls.ts'
import { openForCustomers } from '#test/selling/open-for-customers.ts'
import { migrationsFolder } from '#test/postgres/global-setup.ts'
import { openTestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { setSessionCookie } from './cookies.ts'
import type { Http } from './cookies.ts'
import { storedToken } from './tokens.ts'

const MIGRATION = '0032_accounts.contract'
const TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWxYz012345'

describe.each(stores)('the migration to accounts of our own on $name', ({ name, empty }) => {
  const [yes, no] = name === 'sqlite' ? ['1', '0'] : ['TRUE', 'FALSE']
  const time = "'2026-11-23T10:00:00.123Z'"
  const later = `'${new Date(Date.now() + 86_400_000).toISOString()}'`
  const account = (id: string, confirmed: string) =>
    `INSERT INTO identity_users (id, name, email, email_verified, created_at, updated_at)
      VALUES ('${id}', '${id}', '${id}@people.example', ${confirmed}, ${time}, ${time});`
  const wayIn = (id: string, [provider, subject]: [string, string], password: string) =>
    `INSERT INTO identity_accounts (id, account_id, provider_id, user_id, password, created_at, updated_at)
      VALUES ('${provider} ${id}', '${subject}', '${provider}', '${id}', ${password}, ${time}, ${time});`
  const session = (id: string, user: string, token: string) =>
    `INSERT INTO identity_sessions (id, user_id, token, user_agent, expires_at, created_at, updated_at)
      VALUES ('${id}', '${user}', '${token}', 'Firefox on Linux', ${later}, ${time}, ${time});`
  const rows = [
    account('cora', yes),
    wayIn('cora', ['credential', 'cora'], "'the hash'"),
    wayIn('cora', ['oidc https://id.example', 'c-1'], 'NULL'),
    session('s1', 'cora', storedToken(TOKEN)),
    session('s2', 'cora', 'of Firebase'),
    "INSERT INTO firebase_sessions (session_id, uid, refresh_token, checked_at) VALUES ('s2', 'u', 't', 1);",
    account('dora', no),
    wayIn('dora', ['firebase:crema', 'd-1'], 'NULL'),
    account('half', no),
    account('user', no),
    `INSERT INTO users (id, subject, email, name, created_at) VALUES ('u', 'user', 'user@people.example', 'User', 1);`,
  ]

  test('keeps people signed in, with their passwords and links, and leaves out an account that no one can use', async () => {
    const store = await empty()
    const older = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
    for (const file of readdirSync(migrationsFolder).filter((one) => one < MIGRATION))
      copyFileSync(join(migrationsFolder, file), join(older, file))
    const database = await openShopDatabase(store)
    await migrate(database, older)
    await database.script(rows.join('\n'))
    await migrate(database, migrationsFolder)
    await database.close()
    await openForCustomers(store)
    const shop = await openTestShop(store)
    try {
      const { read } = shop.database
      const accounts = await read.selectFrom('accounts').selectAll().orderBy('id').execute()
      expect(accounts.map(({ id, confirmed, password }) => [id, confirmed, password])).toEqual([
        ['cora', 1, 'the hash'],
        ['dora', 0, null],
        ['user', 0, null],
      ])
      expect(accounts[0]?.created_at).toBe(Date.UTC(2026, 10, 23, 10, 0, 0, 123))
      const links = await read.selectFrom('links').selectAll().orderBy('account').execute()
      expect(links).toEqual([
        { provider: 'oidc https://id.example', subject: 'c-1', account: 'cora' },
        { provider: 'firebase:crema', subject: 'd-1', account: 'dora' },
      ])
      let set = ''
      const reply = { header: (_: string, value: string) => (set = value) }
      // cast: the function sets a header of the reply, and nothing else
      setSessionCookie({ reply } as unknown as Http, shop.identity, { token: TOKEN, lifetimeMs: 1000 })
      const cookie = cookiesOf({ headers: { 'set-cookie': set } })
      const answer = await shop.send('GET /auth/session', { headers: { cookie } })
      expect(answer.answer.user).toEqual({ email: 'cora@people.example', name: 'cora' })
      expect(await read.selectFrom('sessions').select(['id', 'browser']).execute()).toEqual([
        { id: 's1', browser: 'Firefox on Linux' },
      ])
    } finally {
      await shop.close()
      await store.dispose()
      rmSync(older, { recursive: true })
    }
  })
})
