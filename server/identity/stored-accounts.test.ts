import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

describe.each(stores)('the stored accounts on $name', ({ name, fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  let token: string
  beforeAll(async () => {
    cora = await shop.person('Cora')
    const [, value = ''] = /crema\.session_token=([^;]+)/.exec(cora.cookie) ?? []
    token = String(decodeURIComponent(value).split('.')[0])
  })

  /**
   * Returns what a thief of the database could read: the bytes of the SQLite files, or the rows of the account tables
   * in PostgreSQL.
   */
  const stolen = () => (name === 'sqlite' ? everyByte(shop.store.dataDir) : everyIdentityRow(shop.database))

  test('contain no password, no session token and no access token', async () => {
    await cora.call('POST /auth/sign-in', { body: { email: cora.email, password: cora.password } })
    const kept = await stolen()
    expect(kept).toContain(cora.email)
    expect(token).toHaveLength(64)
    expect(
      [cora.password, token, cora.token, cora.token.split('.')[2]].filter((secret) =>
        kept.includes(String(secret)),
      ),
    ).toEqual([])
  })

  test('contain the hash of a session token, by which the session is found', async () => {
    const hash = createHash('sha256').update(token).digest('base64url')
    expect(await stolen()).toContain(hash)
    expect((await cora.call('GET /auth/session', {})).answer.user?.email).toBe(cora.email)
  })

  test('contain an argon2id hash of the password at the full cost', async () => {
    expect(await stolen()).toContain('$argon2id$v=19$m=65536,t=3,p=1$')
  })
})

async function everyByte(folder: string): Promise<string> {
  const files = readdirSync(folder).filter((file) => file.startsWith('crema.db'))
  return files.map((file) => readFileSync(join(folder, file), 'latin1')).join('')
}

async function everyIdentityRow(database: ShopDatabase): Promise<string> {
  const tables = ['accounts', 'sessions', 'links', 'tokens', 'users']
  const rows = tables.map((table) =>
    sql`SELECT ${sql.ref(table)}::text FROM ${sql.table(table)}`.execute(database.read),
  )
  return JSON.stringify(await Promise.all(rows))
}
