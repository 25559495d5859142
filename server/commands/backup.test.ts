import '#test/cheap-passwords.ts'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ASLEEP } from '#server/shop/sleep.ts'
import { receiveMessage } from '#server/messages/receive-message.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { runOwnersCommand, settingsOf } from '#test/processes/run-command.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { allRows } from '#test/rows.ts'

/** A test timeout in milliseconds that is long enough on a busy machine. */
const PATIENT = { timeout: 120_000 }

const [{ empty: emptyStore } = { empty: async () => Promise.reject(new Error('SQLite is always there.')) }] =
  stores

/** SQL that inserts a row into each table that this test would leave empty otherwise. */
const SELLING_ROWS = `
  INSERT INTO refunds (id, payment_id, amount_cents, status, created_at) VALUES ('r', 'p', 1, 'pending', 1);
  INSERT INTO discounts (id, name, kind, is_first_order, used, created_at) VALUES ('d', 'D', 'delivery', 0, 0, 1);
  INSERT INTO discount_uses (id, discount_id, payment_id, person, goods_cents, delivery_cents, created_at) VALUES ('du', 'd', 'p', 'x', 0, 1, 1);
  INSERT INTO disputes (id, payment_id, kind, status, amount_cents, reason, created_at) VALUES ('dp', 'p', 'dispute', 'open', 1, 'fraudulent', 1);
  INSERT INTO gateway_events (gateway, event_id, type, payment_id, received_at) VALUES ('stripe', 'e', 't', 'p', 1);
  INSERT INTO checkouts (payment_id, user_id, method_kind, data, created_at) VALUES ('p', 'u', 'pickup', '{}', 1);
  INSERT INTO addresses (id, user_id, data, created_at) VALUES ('a', 'u', '{}', 1);
  INSERT INTO order_notes (id, order_id, user_id, who, body, created_at) VALUES ('n', 'o', 'u', 'Ada', 'Rang twice.', 1);
  INSERT INTO shop_settings (name, value, changed_at) VALUES ('selling', '{}', 1);
  INSERT INTO invitations (email, code, expires_at) VALUES ('new@people.example', 'c', 1);
  INSERT INTO tokens (hash, kind, owner, data, tries, expires_at) VALUES ('h', 'sign-up', 'a', '{}', 0, 1);
  INSERT INTO passkeys (id, account, public_key, counter, name, created_at) SELECT 'pk', id, 'k', 1, 'Phone', 1 FROM accounts LIMIT 1;
  INSERT INTO links (provider, subject, account) SELECT 'oidc i', 's', id FROM accounts LIMIT 1;
  INSERT INTO orders_to_erase (order_id, payment_id, user_id, ordered_at) VALUES ('o', 'p', 'u', 1);
  INSERT INTO product_facets (product_id, facet, value) VALUES ('p', 'country', 'ET');
  INSERT INTO former_prices (product_id, ended_at, price_cents) VALUES ('p', 1, 1500);
  INSERT INTO stocks (id, name, unit, remaining, created_at) VALUES ('s', 'Huila', 'grams', 500, 1);
  INSERT INTO stock_moves (id, stock_id, kind, amount, created_at) VALUES ('m', 's', 'set', 500, 1);
  INSERT INTO lots (id, product_id, name, roasted_on, green_grams, roasted_grams, used_grams, is_used_up, supplier, due_diligence, note, user_id, request_id, created_at)
    SELECT 'l', id, '47', '2026-11-24', 1200, 1000, 250, 0, '', '', '', 'u', 'q', 1 FROM products LIMIT 1;
  INSERT INTO lot_uses (line_id, lot_id, grams) VALUES ('li', 'l', 250);
  INSERT INTO reviews (id, product_id, product_name, user_id, name, stars, brewed_with, text, state, written_at)
    VALUES ('r', 'p', 'Huila', 'u', 'Ada', 5, 'V60', 'Sweet.', 'shown', 1);
  INSERT INTO mandates (id, user_id, gateway, customer, card, consent, given_at) VALUES ('ma', 'u', 'stripe', 'cus_1', 'Visa 4242', 1, 1);
  INSERT INTO subscriptions (id, user_id, payment_id, state, every_weeks, next_on, product_id, quantity, price_cents, checkout, created_at)
    VALUES ('su', 'u', 'p', 'active', 2, '2026-12-01', 'p', 1, 1500, '{}', 1);
  INSERT INTO renewals (id, user_id, roast_on, place, mandate_id, created_at) VALUES ('p', 'u', '2026-11-24', '{}', 'ma', 1);
  INSERT INTO deliveries (subscription_id, roast_on, state, renewal_id, created_at) VALUES ('su', '2026-11-24', 'ordered', 'p', 1);
  INSERT INTO gifts (payment_id, user_id, request, deliveries, data, created_at) VALUES ('p', 'u', 'r', 3, '{}', 1);
  INSERT INTO stock_watchers (product_id, user_id, created_at) VALUES ('p', 'u', 1);
`

describe.each(stores)('a backup of a shop on $name', ({ name: dialect, fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  const pictures = { 'a-240.webp': Buffer.from([1, 2, 3]), 'b-1200.avif': Buffer.alloc(300_000, 7) }
  beforeAll(async () => {
    ;[ada, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
    await addEntry(
      entryKinds[0],
      ada,
      entryKinds[0].body({ email: ada.email, img: await knownPicture(shop) }),
    )
    await receiveMessage(
      shop.database,
      { name: 'Ça va?', email: 'a@b.example', message: '漢字 "quoted" \\ 😀' },
      true,
    )
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo, shop.shelves.espresso)
    await cora.call('POST /fullOrder', { body: fullPayment(cora, (await cartOf(cora)).slice(1)) })
    await shop.database.script(SELLING_ROWS)
    mkdirSync(join(shop.store.dataDir, 'images'), { recursive: true })
    for (const [name, bytes] of Object.entries(pictures))
      writeFileSync(join(shop.store.dataDir, 'images', name), bytes)
    writeFileSync(join(shop.store.dataDir, 'images', 'c-240.webp.new'), 'half')
  })

  const place = (name: string) => join(shop.store.dataDir, name)

  async function signIn({ call, send }: TestShop): Promise<string> {
    const { email, password } = cora
    expect((await call('POST /auth/sign-in', { body: { email, password } })).answer.user).toEqual({
      email,
      name: 'Cora',
    })
    return (
      await send('GET /myCarts', { query: { email }, headers: { authorization: `Bearer ${cora.token}` } })
    ).text
  }

  test(
    'is one private file, and restoring it to either database brings back all rows and files',
    PATIENT,
    async () => {
      const file = place('whole.db')
      const made = await runOwnersCommand('backup', settingsOf(shop.store), [file])
      expect(made).toEqual({
        code: 0,
        said: `The shop is in ${file}: its books and 3 files.\n`,
        complained: '',
      })
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readdirSync(shop.store.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
      const rowsBefore = await allRows(shop.database)
      for (const [table, rows] of Object.entries(rowsBefore)) expect(rows.length, table).toBeGreaterThan(0)
      for (const { name, empty } of stores) {
        const store = await empty()
        const done = await runOwnersCommandHere('restore', store, [file])
        expect(done).toEqual({
          code: 0,
          said: `The shop of ${file} is in ${store.dataDir}, with 3 files.\n`,
          complained: '',
        })
        const restored = await openTestShop(store)
        // It has a subscription, so the restored shop sleeps until it is woken.
        await restored.database.write(({ tx }) =>
          tx.deleteFrom('shop_settings').where('name', '=', ASLEEP).execute(),
        )
        const { locks: lock, ...rest } = await allRows(restored.database)
        expect({ ...rest, locks: lock }, name).toEqual(rowsBefore)
        expect(readdirSync(join(store.dataDir, 'images')).toSorted()).toEqual(Object.keys(pictures))
        for (const [picture, bytes] of Object.entries(pictures))
          expect(readFileSync(join(store.dataDir, 'images', picture)).equals(bytes)).toBe(true)
        expect(readFileSync(join(store.dataDir, 'secrets.json'))).toEqual(readFileSync(place('secrets.json')))
        const secret = ['secrets.json', 'crema.db']
          .map((secretFile) => join(store.dataDir, secretFile))
          .filter(existsSync)
        expect(secret.map((path) => statSync(path).mode & 0o777)).toEqual(secret.map(() => 0o600))
        expect(JSON.parse(await signIn(restored))).toEqual(await cartOf(cora))
        await restored.close()
        await store.dispose()
      }
    },
  )

  test(
    'contains all earlier orders, and an order that is paid for during the backup either completely or not at all',
    PATIENT,
    async () => {
      const file = place('busy.db')
      const work = { isOver: false }
      const working = (async () => {
        while (!work.isOver) {
          await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
          const unpaid = (await cartOf(cora)).filter(({ payment }) => !payment).slice(-2)
          await cora.call('POST /fullOrder', { body: fullPayment(cora, unpaid) })
        }
      })()
      const acknowledged = (await allRows(shop.database))['cart_items'] ?? []
      const made = await runOwnersCommand('backup', settingsOf(shop.store), [file])
      work.isOver = true
      await working
      expect(made).toMatchObject({ code: 0, complained: '' })
      const store = await emptyStore()
      await runOwnersCommandHere('restore', store, [file])
      const restored = await openTestShop(store)
      const all = async ({ read }: TestShop['database']) => ({
        items: await read.selectFrom('cart_items').selectAll().orderBy('id').execute(),
        orders: await read.selectFrom('orders').selectAll().orderBy('id').execute(),
        payments: await read.selectFrom('payments').selectAll().orderBy('id').execute(),
      })
      const [then, now] = [await all(restored.database), await all(shop.database)]
      expect(then.items.length).toBeGreaterThanOrEqual(acknowledged.length)
      expect(then.items.length).toBeLessThan(now.items.length)
      expect(now.items.slice(0, then.items.length).map(({ id }) => id)).toEqual(
        then.items.map(({ id }) => id),
      )
      expect(now.orders.slice(0, then.orders.length)).toEqual(then.orders)
      for (const order of then.orders) {
        const sum = then.items
          .filter(({ order_id }) => order_id === order.id)
          .reduce((cents, item) => cents + item.price_cents, 0)
        expect([order.id, sum]).toEqual([order.id, order.total_cents])
        expect(then.payments.find(({ id }) => id === order.payment_id)).toMatchObject({
          status: 'succeeded',
          amount_cents: order.total_cents,
        })
      }
      expect(
        then.items.filter(({ order_id }) => order_id && !then.orders.some(({ id }) => id === order_id)),
      ).toEqual([])
      await restored.close()
      await store.dispose()
    },
  )

  test.runIf(dialect === 'postgres')(
    'is refused in one sentence if the tables on the server are those of another version',
    PATIENT,
    async () => {
      const store = await fresh()
      const older = await openTestShop(store)
      const newest = 'SELECT max(name) FROM migrations'
      await older.database.script(`DELETE FROM migrations WHERE name = (${newest})`)
      const file = place('older.db')
      const made = await runOwnersCommand('backup', settingsOf(store), [file])
      expect([made.code, existsSync(file)]).toEqual([1, false])
      expect(made.complained).toMatch(/^The tables on the database server are those of another version/)
      await older.close()
      await store.dispose()
    },
  )

  test.runIf(dialect === 'postgres')(
    'of PostgreSQL is of one moment, also when an order is paid for between two of its tables',
    PATIENT,
    async () => {
      const file = place('between.db')
      const { query } = pg.Client.prototype
      let paid = 0
      vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...of: unknown[]
      ): unknown {
        const go = (): unknown => Reflect.apply(query, this, of)
        // Places an order just before the backup reads the table `orders`, which it does after the table `payments`.
        // All other queries run unchanged.
        if (paid > 0 || !String(of[0]).endsWith(' FROM orders') || !String(of[0]).startsWith('DECLARE'))
          return go()
        paid += 1
        return fill(cora, shop.shelves.espresso)
          .then(async () =>
            cora.call('POST /fullOrder', {
              body: fullPayment(
                cora,
                (await cartOf(cora)).filter(({ payment }) => !payment),
              ),
            }),
          )
          .then(go)
      })
      const before = await shop.database.read.selectFrom('orders').select('id').execute()
      expect(await runOwnersCommandHere('backup', shop.store, [file])).toMatchObject({
        code: 0,
        complained: '',
      })
      vi.restoreAllMocks()
      const after = await shop.database.read.selectFrom('orders').select('id').execute()
      const archive = new DatabaseSync(file)
      const archived = archive.prepare('SELECT id, payment_id FROM orders').all()
      const payments = new Set(
        archive
          .prepare('SELECT id FROM payments')
          .all()
          .map(({ id }) => id),
      )
      archive.close()
      expect([paid, after.length]).toEqual([1, before.length + 1])
      expect(archived.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
      expect(archived.every(({ payment_id }) => payments.has(payment_id ?? null))).toBe(true)
    },
  )

  test('refuses to overwrite a file', async () => {
    const file = place('precious.txt')
    writeFileSync(file, 'precious')
    const { code, complained } = await runOwnersCommandHere('backup', shop.store, [file])
    expect([code, complained]).toEqual([
      1,
      `${file} is there already. Choose another name, or remove it first.\n`,
    ])
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect(await runOwnersCommandHere('backup', shop.store, [])).toMatchObject({
      code: 1,
      complained: 'Say where to: npm run backup -- crema-backup.db\n',
    })
  })
})

describe('a backup without a shop', () => {
  test('is refused and writes no file', async () => {
    const store = await emptyStore()
    const file = join(store.dataDir, 'out.db')
    const { code, complained } = await runOwnersCommandHere(
      'backup',
      { dataDir: join(store.dataDir, 'no-shop'), databaseUrl: null },
      [file],
    )
    expect([code, complained, existsSync(file), readdirSync(store.dataDir)]).toEqual([
      1,
      `There is no shop in ${join(store.dataDir, 'no-shop')}.\n`,
      false,
      [],
    ])
    await store.dispose()
  })
})
