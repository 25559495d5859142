import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { addEntry, entryKinds, ownEntries } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { tableOf } from './queries.ts'

const DAY = 24 * 60 * 60_000

describe.each(stores)('deleting and restoring entries on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let zoe: TestPerson
  let img: string
  beforeAll(async () => {
    ;[ada, zoe] = await Promise.all([shop.admin('Ada'), shop.admin('Zoe')])
    img = await knownPicture(shop)
  })
  afterEach(() => vi.useRealTimers())

  /** Moves the clock forward by some milliseconds. Only `Date` is faked: timers keep running in real time. */
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

  describe.each(entryKinds)('a $kind', (kind) => {
    const add = () => addEntry(kind, ada, kind.body({ email: ada.email, img }))
    const remove = (id: string, person = ada) => person.send(kind.remove, { params: { id } })
    const restore = (id: string, person = ada) => person.send(kind.restore, { params: { id } })
    const age = (id: string, ms: number) =>
      shop.database.write(({ tx }) =>
        tx
          .updateTable(tableOf(kind.kind))
          .set({ archived_at: Date.now() - ms })
          .where('id', '=', id)
          .execute(),
      )
    const isOwn = async (id: string) => (await ownEntries(kind, ada)).some(({ _id }) => _id === id)

    test('is removed from all lists when it is deleted, and restored unchanged', async () => {
      const id = await add()
      const before = await ownEntries(kind, ada)
      expect((await remove(id)).answer).toEqual({ acknowledged: true, deletedCount: 1 })
      expect([await kind.isShown(shop, ada, id), await isOwn(id)]).toEqual([false, false])
      expect((await restore(id)).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
      expect(await kind.isShown(shop, ada, id)).toBe(true)
      expect(await ownEntries(kind, ada)).toEqual(before)
    })

    test('cannot be deleted twice or restored twice', async () => {
      const id = await add()
      expect((await restore(id)).status).toBe(404)
      await remove(id)
      expect((await remove(id)).status).toBe(404)
      await restore(id)
      expect((await restore(id)).problem.code).toBe('not-found')
    })

    test('can be restored for 30 days', async () => {
      const [early, late] = [await add(), await add()]
      await Promise.all([remove(early), remove(late)])
      await age(early, 29.9 * DAY)
      await age(late, 30.1 * DAY)
      expect([(await restore(early)).status, (await restore(late)).status]).toEqual([200, 404])
    })

    test('can be deleted and restored by another admin, and the owner stays the same', async () => {
      const id = await add()
      expect((await remove(id, zoe)).status).toBe(200)
      expect(await kind.isShown(shop, ada, id)).toBe(false)
      expect((await restore(id, zoe)).status).toBe(200)
      expect([await kind.isShown(shop, ada, id), await isOwn(id)]).toEqual([true, true])
    })
  })

  test('a brand is deleted with all its coffees, and restored with those that were deleted with it', async () => {
    const [brandKind, coffeeKind] = entryKinds
    const brand = await addEntry(brandKind, ada, {
      ...brandKind.body({ email: ada.email, img }),
      category_name: 'River Farm',
    })
    const coffee = (person: TestPerson) =>
      addEntry(coffeeKind, person, {
        ...coffeeKind.body({ email: person.email, img }),
        category_name: 'River Farm',
      })
    const [first, second, zoes] = [await coffee(ada), await coffee(ada), await coffee(zoe)]
    await ada.call('DELETE /packetNameDelete/{id}', { params: { id: first } })
    later(5)
    await ada.call('DELETE /brandDelete/{id}', { params: { id: brand } })
    const archived = async () => {
      const rows = await shop.database.read
        .selectFrom('products')
        .select('id')
        .where('brand_id', '=', brand)
        .where('archived_at', 'is not', null)
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    }
    expect(await archived()).toEqual([first, second, zoes])
    await ada.call('PUT /brandRestore/{id}', { params: { id: brand } })
    expect(await archived()).toEqual([first])
    const { answer } = await ada.call('GET /coffeeDetails/{id}', { params: { id: brand } })
    expect(answer.coffees.map(({ _id }) => _id)).toEqual([second, zoes])
  })

  test('a coffee is restored only after its brand', async () => {
    const [brandKind, coffeeKind] = entryKinds
    const brand = await addEntry(brandKind, ada, {
      ...brandKind.body({ email: ada.email, img }),
      category_name: 'Lake Farm',
    })
    const coffee = await addEntry(coffeeKind, ada, {
      ...coffeeKind.body({ email: ada.email, img }),
      category_name: 'Lake Farm',
    })
    await ada.call('DELETE /packetNameDelete/{id}', { params: { id: coffee } })
    later(5)
    await ada.call('DELETE /brandDelete/{id}', { params: { id: brand } })
    const early = await ada.send('PUT /packetNameRestore/{id}', { params: { id: coffee } })
    expect([early.status, early.problem.code]).toEqual([409, 'brand-removed'])
    await ada.call('PUT /brandRestore/{id}', { params: { id: brand } })
    expect((await ada.send('PUT /packetNameRestore/{id}', { params: { id: coffee } })).status).toBe(200)
    expect(await coffeeKind.isShown(shop, ada, coffee)).toBe(true)
  })

  test('a deleted coffee stays in orders and in carts', async () => {
    const cora = await shop.person('Cora')
    const { espresso, lungo } = shop.shelves
    await shop.database.write(({ tx }) => tx.updateTable('products').set({ owner_id: ada.userId }).execute())
    const [paid] = await fill(cora, espresso)
    const order = await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    const [unpaid] = await fill(cora, lungo)
    for (const { id } of [espresso, lungo])
      await ada.call('DELETE /packetNameDelete/{id}', { params: { id } })
    expect(await cartOf(cora)).toMatchObject([
      { _id: paid, payment: 'OK' },
      { _id: unpaid, removed: true },
    ])
    const { answer } = await ada.call('GET /fullProduct/{id}', {
      params: { id: String(order.answer.insertedId) },
    })
    expect(answer).toMatchObject({
      total: '2.50',
      items: [{ _id: paid, productName: 'Espresso', img: espresso.img, price: '2.50' }],
    })
    expect(
      await shop.database.read.selectFrom('products').select('id').where('id', '=', espresso.id).execute(),
    ).toHaveLength(1)
  })
})
