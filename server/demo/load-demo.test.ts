import '#test/cheap-passwords.ts'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '#contract/values/demo.ts'
import { parseImageAddress } from '#contract/values/images.ts'
import { demoBrands, demoCoffees, demoPackets, demoReviews } from '#demo/catalogue.ts'
import { cookiesOf } from '#test/calls.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { createAccount } from '#server/identity/create-account.ts'
import { diskWriter } from '#server/media/disk-store.ts'
import { loadDemo } from './load-demo.ts'

const folder = join(import.meta.dirname, '../../db/demo')

describe.each(stores)('the demo shop on $name', ({ name, fresh }) => {
  let store: Store
  let shop: TestShop
  beforeAll(async () => {
    store = await fresh()
    shop = await openTestShop(store)
    await load()
  })
  afterAll(async () => {
    await shop.close()
    await store.dispose()
  })

  const load = () =>
    loadDemo({
      database: shop.database,
      addPicture: pictureAdder(store.dataDir),
      folder,
    })

  const productsOf = ({ database: { read } }: TestShop, kind: 'coffee' | 'packet') =>
    read.selectFrom('products').selectAll().where('kind', '=', kind).orderBy('id').execute()

  async function everything(of: TestShop) {
    const { read } = of.database
    return {
      users: await read.selectFrom('users').selectAll().orderBy('id').execute(),
      brands: await read.selectFrom('brands').selectAll().orderBy('id').execute(),
      coffees: await productsOf(of, 'coffee'),
      packets: await productsOf(of, 'packet'),
      items: await read.selectFrom('cart_items').selectAll().orderBy('id').execute(),
      orders: await read.selectFrom('orders').selectAll().orderBy('id').execute(),
      payments: await read.selectFrom('payments').selectAll().orderBy('id').execute(),
    }
  }

  test('has at least 8 brands, 24 coffees, 12 packets and a few past orders', async () => {
    const { brands, coffees, packets, orders, items } = await everything(shop)
    expect([brands.length, coffees.length, packets.length]).toEqual([
      demoBrands.length,
      demoCoffees.length,
      demoPackets.length,
    ])
    expect([brands.length >= 8, coffees.length >= 24, packets.length >= 12]).toEqual([true, true, true])
    expect(orders.length).toBeGreaterThan(2)
    expect(items.every(({ payment }) => payment === 'OK')).toBe(true)
  })

  test('has reviews, and a stock that is the sum of its moves', async () => {
    const { read } = shop.database
    const reviews = await read.selectFrom('reviews').select('state').execute()
    expect([reviews.length, reviews.every(({ state }) => state === 'shown')]).toEqual([
      demoReviews.length,
      true,
    ])
    const stocks = await read.selectFrom('stocks').select(['id', 'remaining']).execute()
    for (const { id, remaining } of stocks) {
      const moves = await read.selectFrom('stock_moves').select('amount').where('stock_id', '=', id).execute()
      expect(moves.reduce((sum, { amount }) => sum + amount, 0)).toBe(remaining)
    }
    expect(stocks.map(({ remaining }) => remaining).toSorted()).toEqual([0, 3])
  })

  test('has coffees of every brand, and every picture in every size', async () => {
    const { brands, coffees, packets } = await everything(shop)
    expect(brands.filter(({ id }) => !coffees.some(({ brand_id }) => brand_id === id))).toEqual([])
    const files = new Set(readdirSync(join(store.dataDir, 'images')))
    const further = [...coffees, ...packets].flatMap((row): string[] => JSON.parse(row.pictures ?? '[]'))
    expect(further).toHaveLength([...demoCoffees, ...demoPackets].flatMap((one) => one.pictures ?? []).length)
    for (const address of [...brands, ...coffees, ...packets].map(({ img }) => img).concat(further)) {
      const { id } = parseImageAddress(address) ?? { id: 'none' }
      for (const size of [240, 480, 800, 1200]) expect(files, address).toContain(`${id}-${size}.avif`)
    }
  })

  test('has payments and orders whose amounts are the sums of their items', async () => {
    const { items, orders, payments, users } = await everything(shop)
    for (const payment of payments) {
      const paid = items.filter(({ payment_id }) => payment_id === payment.id)
      expect(paid.reduce((sum, { price_cents }) => sum + price_cents, 0)).toBe(payment.amount_cents)
      expect(paid.every((item) => item.payment === 'OK' && item.paid_at !== null)).toBe(true)
    }
    for (const order of orders) {
      const own = items.filter(({ order_id }) => order_id === order.id)
      expect(own.reduce((sum, { price_cents }) => sum + price_cents, 0)).toBe(order.total_cents)
    }
    const known = new Set(users.map(({ id }) => id))
    expect([...items, ...orders].filter(({ user_id }) => !known.has(user_id))).toEqual([])
    expect(items.every(({ created_at }) => created_at <= Date.now())).toBe(true)
  })

  test.each([
    ['admin', true],
    ['shopper', false],
  ] as const)('signs its %s in with the password that the login page shows', async (who, isAdmin) => {
    const { email, password, name: called } = demoAccounts[who]
    const signedIn = await shop.call('POST /auth/sign-in', { body: { email, password } })
    expect(signedIn.answer).toEqual({ user: { email, name: called } })
    const token = (
      await shop.send('GET /jwt', { query: { email }, headers: { cookie: cookiesOf(signedIn) } })
    ).answer.accessToken
    const headers = { authorization: `Bearer ${token}` }
    expect((await shop.send('GET /user/admin/{email}', { params: { email }, headers })).answer).toEqual({
      isAdmin,
    })
    expect((await shop.send('GET /myCarts', { query: { email }, headers })).status).toBe(200)
  })

  test('is not loaded a second time, and not into a shop that is in use', async () => {
    const before = await everything(shop)
    await load()
    expect(await everything(shop)).toEqual(before)
    const usedStore = await fresh()
    const used = await openTestShop(usedStore)
    await used.person('Cora')
    await loadDemo({
      database: used.database,
      addPicture: pictureAdder(usedStore.dataDir),
      folder,
    })
    expect(await everything(used)).toMatchObject({ users: [{ name: 'Cora' }], brands: [], orders: [] })
    expect(existsSync(join(usedStore.dataDir, 'images'))).toBe(false)
    await used.close()
    await usedStore.dispose()
  })

  test('is loaded completely at the next start if the load was interrupted after an account', async () => {
    const cutStore = await fresh()
    const cut = await openTestShop(cutStore)
    await createAccount(cut.database, demoAccounts.admin)
    await loadDemo({
      database: cut.database,
      addPicture: pictureAdder(cutStore.dataDir),
      folder,
    })
    const { users, brands, orders } = await everything(cut)
    expect([brands.length, orders.length > 0]).toEqual([demoBrands.length, true])
    expect(users.filter(({ email }) => email === demoAccounts.admin.email)).toMatchObject([{ role: 'Admin' }])
    const { email, password } = demoAccounts.admin
    expect((await cut.call('POST /auth/sign-in', { body: { email, password } })).status).toBe(200)
    await cut.close()
    await cutStore.dispose()
  })

  test.skipIf(name === 'sqlite')('is loaded once if several processes start at the same time', async () => {
    const newStore = await fresh()
    const shops = [await openTestShop(newStore), await openTestShop(newStore)]
    await Promise.all(
      shops.map(({ database }) =>
        loadDemo({
          database,
          addPicture: pictureAdder(newStore.dataDir),
          folder,
        }),
      ),
    )
    const [first] = shops
    const { users, brands } = await everything(first ?? shop)
    expect([users.filter(({ role }) => role === 'Admin').length, brands.length]).toEqual([
      1,
      demoBrands.length,
    ])
    for (const one of shops) await one.close()
    await newStore.dispose()
  })

  test('refuses a sign-up with the email address of a past shopper', async () => {
    const { users } = await everything(shop)
    const past = users.find(({ subject }) => subject.startsWith('demo:'))
    const body = { name: 'Another Person', email: String(past?.email), password: 'coffee123' }
    expect((await shop.call('POST /auth/sign-up', { body })).problem.code).toBe('email-already-in-use')
  })
})

function pictureAdder(dataDir: string): (name: string, bytes: Buffer) => Promise<void> {
  return diskWriter(join(dataDir, 'images'))
}
