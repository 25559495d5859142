import '#test/cheap-passwords.ts'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { stockShelves } from '#test/catalogue.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { allRows } from '#test/rows.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const [sqlite, postgres] = stores

describe.skipIf(!postgres)('a shop on SQLite', () => {
  /** Moves the shop as `docs/operating.md` says. Returns the rows that it had before. */
  async function move(from: Store, to: Store) {
    const file = join(from.dataDir, 'move.db')
    const shop = await openTestShop(from)
    const rows = await allRows(shop.database)
    await shop.close()
    for (const [command, store] of [['backup', from] as const, ['restore', to] as const])
      expect(await runOwnersCommandHere(command, store, [file])).toMatchObject({ code: 0, complained: '' })
    return rows
  }
  async function setIdleTimeout(url: string, timeout: string) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const name = new URL(url).pathname.slice(1)
    await client.query(`ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = ${timeout}`)
    await client.end()
  }
  const userOf = async (shop: TestShop, cookie: string) =>
    (await shop.send('GET /auth/session', { headers: { cookie } })).answer.user?.email

  test('moves to PostgreSQL and back, keeps every row, and signs no user out', async () => {
    const places = {
      first: await sqlite?.fresh(),
      server: await postgres?.empty(),
      last: await sqlite?.empty(),
    }
    const { first, server, last } = places
    if (!first || !server || !last) throw new Error('Both kinds of databases are there.')
    const used = await openTestShop(first)
    const shelves = await stockShelves(used.database)
    const cora = await used.person('Cora')
    await fill(cora, shelves.espresso, shelves.lungo)
    await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    const odd = String.raw`\N \. \t` + ' tab\tline\nreturn\r "quoted" 漢字 😀'
    await used.database.write(async ({ tx }) => {
      await sql`INSERT INTO messages (id, name, email, message, created_at) VALUES ('m', ${odd}, '', '\\', 1)`.execute(
        tx,
      )
    })
    await used.close()
    // A restore takes longer than a time-out that is set on a server for its pooler.
    await setIdleTimeout(String(server.databaseUrl), "'1ms'")

    const before = await move(first, server)
    await setIdleTimeout(String(server.databaseUrl), 'DEFAULT')
    const moved = await openTestShop(server)
    expect(await allRows(moved.database)).toEqual(before)
    expect(await userOf(moved, cora.cookie)).toBe(cora.email)
    const dora = await moved.person('Dora')
    await fill(dora, shelves.espresso)
    await moved.close()

    const since = await move(server, last)
    const back = await openTestShop(last)
    expect(await allRows(back.database)).toEqual(since)
    expect(await userOf(back, cora.cookie)).toBe(cora.email)
    expect(await userOf(back, dora.cookie)).toBe(dora.email)
    await back.close()
    for (const store of [first, server, last]) await store.dispose()
  })
})
