import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { senderFor } from '#test/calls.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { firebaseEnv, startFirebase } from '#test/firebase/firebase.ts'
import { migrateStore } from '#test/postgres/global-setup.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const folder = join(import.meta.dirname, '../../test/backups')

type Person = { email: string; cookie: string; password?: string; uid?: string }

/** The people and the orders of the shop in the backup. Each order has the state that is its key. */
const {
  people,
  orders,
}: { people: Record<'ada' | 'cora' | 'nia' | 'gil', Person>; orders: Record<string, string> } = JSON.parse(
  readFileSync(join(folder, 'migration-0029.json'), 'utf8'),
)

/**
 * The backup was written by the version of the shop whose newest migration was number 0029, after its test helpers had
 * used it: orders in every state, payments by Stripe and by transfer, refunds, a withdrawal, carts, a product that
 * somebody waits for, sessions, and people who came from an OpenID Connect issuer and from Firebase. Afterwards its
 * sessions were set to end in 2099.
 */
describe.each(stores)('a backup of an earlier version, restored to $name', ({ empty }) => {
  let store: Store
  let shop: TestShop
  beforeAll(async () => {
    store = await empty()
    const file = join(store.dataDir, 'backup.db')
    writeFileSync(file, gunzipSync(readFileSync(join(folder, 'migration-0029.db.gz'))))
    const target = { ...store, dataDir: join(store.dataDir, 'shop') }
    const { code, complained } = await runOwnersCommandHere('restore', target, [file])
    if (code !== 0) throw new Error(complained)
    store = { ...target, dispose: store.dispose }
    await migrateStore(store)
    shop = await openTestShop(store)
  })
  afterAll(async () => {
    await shop.close()
    await store.dispose()
  })

  /** Sends requests with the cookies that a person's browser had before the backup. */
  const browserOf = ({ cookie }: Person) => senderFor(shop.app, () => ({ cookie }))

  async function tokenOf(person: Person): Promise<Record<string, string>> {
    const { answer } = await browserOf(person).call('GET /jwt', { query: { email: person.email } })
    return { authorization: `Bearer ${answer.accessToken}` }
  }

  test.each(['ada', 'cora', 'nia'] as const)('%s is still signed in', async (name) => {
    const { answer } = await browserOf(people[name]).call('GET /auth/session', {})
    expect(answer.user?.email).toBe(people[name].email)
  })

  test('a password still opens its account', async () => {
    const { email, password = '' } = people.cora
    expect((await shop.call('POST /auth/sign-in', { body: { email, password } })).status).toBe(200)
    expect((await shop.send('POST /auth/sign-in', { body: { email, password: 'another' } })).status).toBe(401)
  })

  test('somebody from Firebase is asked once, and then has the same account', async () => {
    const { email, cookie, uid = '' } = people.gil
    expect((await browserOf(people.gil).call('GET /auth/session', {})).answer.user).toBeNull()
    const firebase = await startFirebase()
    const open = await openTestShop(store, { env: firebaseEnv(firebase) })
    try {
      const account = { uid, email, password: '', displayName: 'Gil', emailVerified: false, disabled: false }
      firebase.accounts.byUid.set(uid, account)
      const body = { idToken: await firebase.keys.sign(account, Date.now()) }
      const entered = await open.send('POST /auth/firebase', { body, headers: { cookie } })
      expect(entered.answer).toEqual({ user: { email, name: 'Gil' } })
    } finally {
      await open.close()
      await firebase.close()
    }
  })

  test('each order has the state it had, for the admin and for the customer', async () => {
    const admin = { headers: await tokenOf(people.ada) }
    const customer = { headers: await tokenOf(people.cora) }
    const seen: Record<string, string> = {}
    const own: Record<string, string> = {}
    for (const [state, id] of Object.entries(orders)) {
      const shown = await shop.send('GET /order/{id}', { params: { id }, ...admin })
      seen[state] = shown.answer.state
      own[state] = (await shop.send('GET /myOrder/{id}', { params: { id }, ...customer })).answer.state
    }
    expect(seen).toEqual(Object.fromEntries(Object.keys(orders).map((state) => [state, state])))
    expect(own).toEqual(seen)
  })

  test('an order goes on where it was', async () => {
    const moved = await shop.send('PUT /order/{id}/state', {
      params: { id: orders['sent'] ?? '' },
      body: { from: 'sent', to: 'delivered' },
      headers: await tokenOf(people.ada),
    })
    expect(moved.status).toBe(200)
  })

  test('carts and the product that somebody waits for are there', async () => {
    const cart = await shop.send('GET /myCarts', {
      query: { email: people.cora.email },
      headers: await tokenOf(people.cora),
    })
    const unpaid = cart.answer.filter(({ payment }) => payment === undefined)
    expect(unpaid.filter(({ bag }) => bag === 'Bags')).toMatchObject([{ soldOut: true }])
    expect(unpaid.filter(({ brand }) => brand === 'Hill Farm').length).toBeGreaterThan(0)
    const watchers = await shop.database.read.selectFrom('stock_watchers').selectAll().execute()
    expect(watchers).toHaveLength(1)
  })

  test('the books are in order', async () => {
    expect(await runOwnersCommandHere('verify-books', store, [])).toEqual({
      code: 0,
      said: 'The books are in order.\n',
      complained: '',
    })
  })
})
