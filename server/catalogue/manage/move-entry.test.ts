import '#test/cheap-passwords.ts'
import { StatementSync } from 'node:sqlite'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addEntry, entryKinds } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the order of entries on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let zoe: TestPerson
  let img: string
  beforeAll(async () => {
    ;[ada, zoe] = [await shop.admin('Ada'), await shop.admin('Zoe')]
    img = await knownPicture(shop)
  })

  describe.each(entryKinds)('of the kind $kind', (entry) => {
    const { kind } = entry
    const ids: string[] = []
    let brand = ''
    beforeAll(async () => {
      const category_name = `Brand of ${kind}s`
      if (kind === 'coffee')
        brand = await addEntry(entryKinds[0], ada, {
          ...entryKinds[0].body({ email: ada.email, img }),
          category_name,
        })
      for (let count = 0; count < 4; count++) {
        const body = entry.body({ email: ada.email, img })
        ids.push(await addEntry(entry, ada, kind === 'coffee' ? { ...body, category_name } : body))
      }
    })

    /** Returns the places of the added entries, as customers see them. */
    async function order(): Promise<number[]> {
      const lists = {
        brand: async () => (await zoe.call('GET /allCoffee', {})).answer,
        packet: async () => (await zoe.call('GET /allPacket', {})).answer,
        coffee: async () =>
          (await zoe.call('GET /coffeeDetails/{id}', { params: { id: brand } })).answer.coffees,
      }
      const shown = await lists[kind]()
      return shown.map(({ _id }) => ids.indexOf(_id)).filter((place) => place >= 0)
    }
    const move = async (person: TestPerson, place: number, previous: number | null) => {
      const body = { kind, previous: previous === null ? null : String(ids[previous]) }
      return (await person.send('PUT /entryPosition/{id}', { params: { id: String(ids[place]) }, body }))
        .status
    }

    test('is that of adding until an admin moves one, and customers see it at once', async () => {
      expect(await order()).toEqual([0, 1, 2, 3])
      expect(await move(ada, 2, null)).toBe(200)
      expect(await order()).toEqual([2, 0, 1, 3])
      expect(await move(ada, 2, 3)).toBe(200)
      expect(await order()).toEqual([0, 1, 3, 2])
      expect(await move(ada, 3, 0)).toBe(200)
      expect(await order()).toEqual([0, 3, 1, 2])
    })

    test('keeps the moves of two admins at the same moment', async () => {
      const moved = await Promise.all([move(ada, 0, 1), move(zoe, 2, null)])
      expect(moved).toEqual([200, 200])
      expect(await order()).toEqual([2, 3, 1, 0])
      const rows = await shop.database.read
        .selectFrom(kind === 'brand' ? 'brands' : 'products')
        .select('position')
        .where('id', 'in', ids)
        .execute()
      expect(new Set(rows.map(({ position }) => position)).size).toBe(4)
    })

    test('is not changed by a move to where the entry is, beside a deleted one, or of a missing one', async () => {
      const before = await order()
      const entries = async () => (await ada.call('GET /audit', { query: {} })).answer.length
      const logged = await entries()
      expect(await move(ada, 0, 1)).toBe(200)
      expect(await entries()).toBe(logged)
      const params = { id: 'nothing' }
      expect(
        (await ada.send('PUT /entryPosition/{id}', { params, body: { kind, previous: null } })).status,
      ).toBe(404)
      await ada.send(entry.remove, { params: { id: String(ids[1]) } })
      expect([await move(ada, 0, 1), await move(ada, 1, 0)]).toEqual([409, 404])
      await ada.send(entry.restore, { params: { id: String(ids[1]) } })
      expect(await order()).toEqual(before)
    })
  })
})

test.each(stores.filter(({ name }) => name === 'sqlite'))(
  'a move among many entries takes a few SQL statements',
  async ({ fresh }) => {
    const store = await fresh()
    const shop = await openTestShop(store)
    const ada = await shop.admin('Ada')
    const img = await knownPicture(shop)
    const brand = { owner_id: ada.userId, img, rating: 4, created_at: 0, archived_at: null, position: 0 }
    const ids = Array.from({ length: 200 }, (_, count) => `brand-${1000 + count}`)
    await shop.database.write(({ tx }) =>
      tx
        .insertInto('brands')
        .values(ids.map((id) => ({ ...brand, id, name: id })))
        .execute(),
    )
    const spies = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
    const [id = ''] = ids.slice(-1)
    const moved = await ada.send('PUT /entryPosition/{id}', {
      params: { id },
      body: { kind: 'brand', previous: null },
    })
    const statements = spies.flatMap(({ mock }) => mock.calls)
    vi.restoreAllMocks()
    expect(moved.status).toBe(200)
    expect(statements.length).toBeLessThan(20)
    const shown = (await shop.call('GET /allCoffee', {})).answer.map(({ _id }) => _id)
    expect(shown).toEqual([id, ...ids.slice(0, -1)])
    await shop.close()
    await store.dispose()
  },
)
