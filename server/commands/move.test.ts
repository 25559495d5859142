import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CoffeeRow } from '#server/tables.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { orderOf, stockShelves } from '#test/catalogue.ts'
import { runOwnersCommand, runOwnersCommandHere } from '#test/commands.ts'
import { childEnv } from '#test/processes/child-node.ts'
import { allRows } from '#test/rows.ts'
import { migrateStore } from '#test/shop.ts'
import { startShopProcess } from '#test/shop-process.ts'
import type { ShopProcess } from '#test/shop-process.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const SECRET_KEY = 'only for this test, not for a shop'
const PATIENT = { timeout: 120_000 }
const cora = { name: 'Cora', email: 'cora@people.example', password: 'coffee123' }
const [sqlite, server] = stores

describe.skipIf(!server)('moving a shop to PostgreSQL', PATIENT, () => {
  let old: Store
  let target: Store
  let espresso: CoffeeRow
  beforeEach(async () => {
    if (!sqlite || !server) throw new Error('Both kinds of databases are there.')
    old = await sqlite.fresh()
    target = await server.empty()
    const database = await openShopDatabase(old)
    espresso = (await stockShelves(database)).espresso
    await database.close()
  })
  afterEach(async () => {
    await old.dispose()
    await target.dispose()
  })

  const move = (...args: string[]) =>
    runOwnersCommandHere('move', { dataDir: old.dataDir, databaseUrl: target.databaseUrl }, args)
  const inOld = (statement: string) => {
    const database = new DatabaseSync(join(old.dataDir, 'crema.db'), { timeout: 10_000 })
    try {
      return database.prepare(statement).all()
    } finally {
      database.close()
    }
  }
  const inTarget = async (statement: string) => {
    const client = new pg.Client({ connectionString: String(target.databaseUrl) })
    await client.connect()
    return (await client.query(statement).finally(() => client.end())).rows
  }
  const rowsOf = async (place: Pick<Store, 'dataDir' | 'databaseUrl'>) => {
    const database = await openShopDatabase(place)
    const { moves: _, ...rows } = await allRows(database)
    await database.close()
    return rows
  }
  const place = () => ({ ...old, databaseUrl: target.databaseUrl })

  async function signUp(shop: ShopProcess): Promise<{ cookie: string; authorization: string }> {
    const { headers } = await shop.ask('/api/auth/sign-up', { method: 'POST', body: cora })
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    return { cookie, authorization: await tokenFor(shop, cookie) }
  }

  async function tokenFor(shop: ShopProcess, cookie: string): Promise<string> {
    const path = `/api/jwt?email=${cora.email}`
    return `Bearer ${(await shop.ask<{ accessToken: string }>(path, { headers: { cookie } })).answer.accessToken}`
  }

  /** Puts coffees into the cart until `isOver`. Returns the ids of the acknowledged lines. */
  async function keepOrdering(shop: ShopProcess, headers: Record<string, string>, work: { isOver: boolean }) {
    const acknowledged: string[] = []
    const refused: number[] = []
    while (!work.isOver) {
      const response = await fetch(`${shop.url}/api/orders`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(orderOf(cora, espresso)),
      })
      if (response.ok) {
        const { insertedId }: { insertedId: string } = JSON.parse(await response.text())
        acknowledged.push(insertedId)
      } else {
        refused.push(response.status)
      }
      await pause(20)
    }
    return { acknowledged, refused }
  }

  test('loses and doubles no acknowledged order, and keeps people signed in', async () => {
    const shop = await startShopProcess(old)
    const { cookie, authorization } = await signUp(shop)
    const work = { isOver: false }
    const ordering = Promise.all([1, 2, 3, 4].map(() => keepOrdering(shop, { authorization }, work)))
    await expect.poll(() => inOld('SELECT 1 FROM cart_items').length, { timeout: 20_000 }).toBeGreaterThan(20)
    const moved = await runOwnersCommand('move', place(), [])
    expect(moved.code, moved.complained).toBe(0)
    expect(moved.said).toMatch(/^The shop is in postgres:.+ It could not sell for \d+\.\d s until now\./)
    // The old process still runs: it shows the shop, but takes no order.
    const late = await shop.ask(`/api/myCarts?email=${cora.email}`, { headers: { authorization } })
    await pause(300)
    work.isOver = true
    const outcomes = await ordering
    const acknowledged = outcomes.flatMap((one) => one.acknowledged)
    expect(late.status).toBe(200)
    for (const { refused } of outcomes) expect([...new Set(refused)]).toEqual([503])
    const kept = (await inTarget('SELECT id FROM cart_items')).map(({ id }) => String(id))
    expect(kept.toSorted()).toEqual(acknowledged.toSorted())
    await shop.end()
    await expect(startShopProcess(old)).rejects.toThrow(
      /This shop moved to PostgreSQL \(postgres:\/\/[^@]+\) on 20/,
    )
    const again = await startShopProcess(place(), { SECRET_KEY })
    // A second process has a data folder of its own, and the secrets from the database.
    const elsewhere = await sqlite?.empty()
    const second = await startShopProcess(
      { ...place(), ...elsewhere, databaseUrl: target.databaseUrl },
      { SECRET_KEY },
    )
    for (const process of [again, second]) {
      const carts = `/api/myCarts?email=${cora.email}`
      const { status, answer } = await process.ask<unknown[]>(carts, { headers: { authorization } })
      expect([status, answer.length]).toEqual([200, acknowledged.length])
    }
    const ordered = await second.ask('/api/orders', {
      method: 'POST',
      body: orderOf(cora, espresso),
      headers: { authorization: await tokenFor(second, cookie) },
    })
    expect(ordered.status).toBe(200)
    await Promise.all([again.end(), second.end()])
    await elsewhere?.dispose()
  })

  test('killed in the middle leaves a shop that sells, and can be run again', async () => {
    inOld(`INSERT INTO messages SELECT 'm' || value, 'n', 'e', replace(hex(zeroblob(100)), '0', 'x'), value
           FROM (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 50000) SELECT value FROM n)`)
    const shop = await startShopProcess(old)
    const { authorization } = await signUp(shop)
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'move.ts'), String(target.databaseUrl)],
      {
        env: { ...childEnv, DATA_DIR: old.dataDir },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    let said = ''
    for await (const chunk of child.stderr) if ((said += String(chunk)).includes('outbox')) break
    child.kill('SIGKILL')
    await expect.poll(() => child.signalCode).toBe('SIGKILL')
    const body = orderOf(cora, espresso)
    const { status } = await shop.ask('/api/orders', { method: 'POST', body, headers: { authorization } })
    expect(status).toBe(200)
    await shop.end()
    expect(await inTarget('SELECT 1 FROM users')).toEqual([])
    const before = await rowsOf(old)
    expect(await move()).toMatchObject({ code: 0 })
    expect(await rowsOf(place())).toEqual(before)
  })

  test('fails if the copy lacks a row, and the shop continues on SQLite', async () => {
    const refused = await move('postgres://127.0.0.1:1/nowhere')
    expect([refused.code, refused.complained]).toEqual([
      1,
      expect.stringMatching(/^The database postgres:\/\/127\.0\.0\.1:1\/nowhere cannot be used: /),
    ])
    // A migrated target in which a trigger silently leaves out a row that is copied.
    await migrateStore(place())
    const database = await openShopDatabase(place())
    await database.script(`CREATE FUNCTION leave_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER fault BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.id = '${espresso.id}') EXECUTE FUNCTION leave_out()`)
    await database.close()
    const { code, complained } = await move()
    expect(code).toBe(1)
    expect(complained).toMatch(/products: rows is \d+ instead of \d+\.\n/)
    expect(complained).toMatch(/products: the hash of the primary keys is /)
    expect(complained).toMatch(/Nothing was moved, and the shop continues on SQLite\.\n$/)
    expect(await inTarget('SELECT 1 FROM products')).toEqual([])
    expect(inOld("UPDATE products SET name = 'Still here' RETURNING id").length).toBeGreaterThan(0)
    await inTarget('DROP TRIGGER fault ON products')
    expect(await move()).toMatchObject({ code: 0 })
  })

  test('refuses a target with rows, and text that PostgreSQL cannot store', async () => {
    inOld("INSERT INTO messages VALUES ('m', 'A' || char(0) || 'da', 'a@b.example', 'Hello', 1)")
    expect((await move()).complained).toMatch(/in row \d+ of the table messages contains the character NUL/)
    inOld('DELETE FROM messages')
    await inTarget("INSERT INTO messages VALUES ('m', 'Ada', 'a@b.example', 'Hello', 1)")
    expect((await move()).complained).toMatch(/is not empty\. Move into an empty database\.\n$/)
  })

  test('takes longer than the timeouts that are set on the target for a pooler', async () => {
    const database = new URL(String(target.databaseUrl)).pathname.slice(1)
    await inTarget(`ALTER DATABASE ${database} SET idle_in_transaction_session_timeout = '1ms'`)
    expect(await move()).toMatchObject({ code: 0 })
  })

  test('copies every kind of text unchanged', async () => {
    const odd = String.raw`\N \. \t` + ' tab\tline\nreturn\r "quoted" 漢字 😀'
    inOld(`INSERT INTO messages VALUES ('m', '${odd}', '', '\\', 1)`)
    expect(await move()).toMatchObject({ code: 0 })
    expect(await inTarget('SELECT name, email, message FROM messages')).toEqual([
      { name: odd, email: '', message: '\\' },
    ])
  })

  test('continues a move that was interrupted between the two commits', async () => {
    expect(await move()).toMatchObject({ code: 0 })
    const [row] = inOld('SELECT id FROM moves')
    await inTarget('CREATE TABLE unfinished_move (id TEXT PRIMARY KEY)')
    await inTarget(`INSERT INTO unfinished_move VALUES ('${String(row?.['id'])}')`)
    await expect(startShopProcess(place())).rejects.toThrow(/was not finished/)
    expect((await move()).said).toMatch(/^The move to postgres:.+ is complete\./)
    expect((await move()).complained).toMatch(/^This shop moved to PostgreSQL/)
  })

  test('is taken back only while nothing was changed on PostgreSQL', async () => {
    const before = await rowsOf(old)
    expect(await move()).toMatchObject({ code: 0 })
    expect(() => inOld("UPDATE products SET name = 'Late'")).toThrow(/has moved to PostgreSQL/)
    await inTarget('UPDATE products SET price_cents = price_cents + 1')
    expect((await move('back')).complained).toMatch(
      /products: the sum of price_cents .+\nSomething was changed in /,
    )
    await inTarget('UPDATE products SET price_cents = price_cents - 1')
    const shop = new pg.Client({ connectionString: String(target.databaseUrl) })
    await shop.connect()
    expect((await move('back')).complained).toMatch(/^A shop may still run on postgres:/)
    await shop.end()
    expect(await move('back')).toMatchObject({ code: 0, complained: '' })
    expect(await rowsOf(old)).toEqual(before)
    inOld("UPDATE products SET name = 'Sold on SQLite'")
    expect(await move()).toMatchObject({ code: 0 })
    expect((await inTarget('SELECT DISTINCT name FROM products'))[0]).toEqual({ name: 'Sold on SQLite' })
  })
})
