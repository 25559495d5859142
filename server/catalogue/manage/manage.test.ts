import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cartOf, fill } from '#test/cart.ts'
import { archive, setPrice } from '#test/catalogue.ts'
import { addEntry, entryKinds, ownEntries, withField } from '#test/entries.ts'
import type { EntryKind } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { tableOf } from './queries.ts'

const WRONG_PRICES = [
  '-5',
  '1.005',
  'free',
  '',
  ' 5',
  '1e3',
  '12345678',
  '0',
  '0.00',
  '9'.repeat(101),
  2.5,
  null,
]
const WRONG_RATTINGS = [0, 6, 2.5, null, '4.5', '06', ' 4', '0', '6', '']
const WRONG_NAMES = ['', '   ', 5, 'x'.repeat(201)]
const NOT_OUR_PICTURES = [
  'javascript:alert(1)',
  'data:image/png;base64,iVBORw0KGgo=',
  'https://evil.example/x.png',
  '//evil.example/x.png',
  '/images/../secrets.json',
  '/images/ffffffffffffffff-ffffff-800.webp',
  '',
]

const fields = {
  brand: {
    prices: [],
    rattings: ['ratting'],
    names: ['category_name'],
    pictures: ['img'],
    unknown: ['owner_id', '_id', 'archived_at', 'role'],
  },
  coffee: {
    prices: ['price'],
    rattings: ['ratting'],
    names: ['name', 'category_name'],
    pictures: ['img'],
    unknown: ['brand_id', 'price_cents', '_id'],
  },
  packet: {
    prices: ['about.price'],
    rattings: ['about.ratting'],
    names: ['category_name', 'about.name'],
    pictures: ['img', 'about.img'],
    unknown: ['price', 'owner_id', 'about.role'],
  },
}

describe.each(anyStore)('adding and changing entries on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let zoe: TestPerson
  beforeAll(async () => {
    ;[ada, zoe] = await Promise.all([shop.admin('Ada'), shop.admin('Zoe')])
  })

  const picture = () => knownPicture(shop)

  describe.each(entryKinds)('a $kind', (kind) => {
    let img: string
    let untouched: string
    const form = (person = ada) => kind.body({ email: person.email, img })
    beforeAll(async () => {
      img = await picture()
      untouched = await addEntry(kind, ada, form())
    })
    const rows = () => shop.database.read.selectFrom(tableOf(kind.kind)).selectAll().orderBy('id').execute()

    test('is added as it was sent, is owned by the caller, and is in the public lists at once', async () => {
      const { answer } = await ada.send(kind.add, { body: form() })
      const id = String(answer.insertedId)
      expect(answer).toEqual({ acknowledged: true, insertedId: id })
      expect((await ownEntries(kind, ada)).find(({ _id }) => _id === id)).toMatchObject({
        ...form(),
        _id: id,
      })
      expect((await ownEntries(kind, zoe)).map(({ _id }) => _id)).not.toContain(id)
      expect(await kind.isShown(shop, ada, id)).toBe(true)
    })

    test('is changed as it was sent', async () => {
      const id = await addEntry(kind, ada, form())
      const changed = {
        ...withField(form(), kind.kind === 'packet' ? 'about.name' : 'category_name', 'Hill Farm'),
        img: await picture(),
      }
      const { answer } = await ada.send(kind.edit, { params: { id }, body: changed })
      expect(answer).toEqual({ acknowledged: true, modifiedCount: 1 })
      expect((await ownEntries(kind, ada)).find(({ _id }) => _id === id)).toMatchObject({
        ...changed,
        _id: id,
      })
    })

    test('of another admin is not in the caller’s own list, but with its owner in the list of everyone’s entries', async () => {
      const id = await addEntry(kind, ada, form())
      const seenBy = async (person: TestPerson) =>
        (await person.call(kind.list, { query: { email: person.email, whose: 'everyone' } })).answer.find(
          ({ _id }) => _id === id,
        )
      expect((await ownEntries(kind, zoe)).map(({ _id }) => _id)).not.toContain(id)
      expect(await seenBy(zoe)).toMatchObject({ ...form(), owner: { name: 'Ada', is: 'admin' } })
      expect(await seenBy(ada)).toMatchObject({ ...form(), owner: { name: 'Ada', is: 'caller' } })
      expect((await ownEntries(kind, ada)).find(({ _id }) => _id === id)).not.toHaveProperty('owner')
    })

    test('of another admin can be changed, and the owner stays the same', async () => {
      const id = await addEntry(kind, ada, form())
      const changed = { ...form(zoe), img: await picture() }
      expect((await zoe.send(kind.edit, { params: { id }, body: changed })).answer).toEqual({
        acknowledged: true,
        modifiedCount: 1,
      })
      expect((await ownEntries(kind, ada)).find(({ _id }) => _id === id)).toMatchObject({
        img: changed.img,
        email: ada.email,
      })
      expect((await ownEntries(kind, zoe)).map(({ _id }) => _id)).not.toContain(id)
    })

    test('with the email address of another admin is refused, and the caller’s own address may be in capitals', async () => {
      expect((await ada.send(kind.add, { body: form(zoe) })).problem.code).toBe('forbidden')
      expect((await ada.send(kind.edit, { params: { id: untouched }, body: form(zoe) })).problem.code).toBe(
        'forbidden',
      )
      expect((await ada.send(kind.list, { query: { email: zoe.email } })).problem.code).toBe('forbidden')
      const spelled = await addEntry(kind, ada, { ...form(), email: ada.email.toUpperCase() })
      expect((await ownEntries(kind, ada)).find(({ _id }) => _id === spelled)).toMatchObject({
        email: ada.email,
      })
    })

    const wrong = [
      ...fields[kind.kind].prices.flatMap((field) => WRONG_PRICES.map((value) => ({ field, value }))),
      ...fields[kind.kind].rattings.flatMap((field) => WRONG_RATTINGS.map((value) => ({ field, value }))),
      ...fields[kind.kind].names.flatMap((field) => WRONG_NAMES.map((value) => ({ field, value }))),
      ...fields[kind.kind].pictures.flatMap((field) => NOT_OUR_PICTURES.map((value) => ({ field, value }))),
      ...fields[kind.kind].unknown.map((field) => ({ field, value: 'x' })),
    ]

    test.each(wrong)(
      'with $value as $field is refused when added and when changed, and the error names the field',
      async ({ field, value }) => {
        const before = await rows()
        const body = withField(form(), field, value)
        for (const refused of await Promise.all([
          ada.send(kind.add, { body }),
          ada.send(kind.edit, { params: { id: untouched }, body }),
        ])) {
          expect([refused.status, refused.problem.code]).toEqual([422, 'invalid-input'])
          expect(refused.problem.errors?.map((error) => error.field)).toContain(field)
        }
        expect(await rows()).toEqual(before)
      },
    )

    test('accepts a ratting as text, as the select of a form sends it, and stores a number', async () => {
      const [field = ''] = fields[kind.kind].rattings
      const id = await addEntry(kind, ada, withField(form(), field, '4'))
      const shown = async () => (await ownEntries(kind, ada)).find(({ _id }) => _id === id)
      expect(await shown()).toMatchObject(withField(form(), field, 4))
      expect(
        (await ada.send(kind.edit, { params: { id }, body: withField(form(), field, '1') })).status,
      ).toBe(200)
      expect(await shown()).toMatchObject(withField(form(), field, 1))
    })

    test('can be changed with the picture that it has, even if the image store does not have that picture', async () => {
      const id = await addEntry(kind, ada, form())
      const [table, column] = [tableOf(kind.kind), kind.kind === 'packet' ? 'cover_img' : 'img']
      await shop.database.write(({ tx }) =>
        sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = '/images/old.png' WHERE id = ${id}`.execute(
          tx,
        ),
      )
      expect(
        (await ada.send(kind.edit, { params: { id }, body: { ...form(), img: '/images/old.png' } })).status,
      ).toBe(200)
      expect(
        (await ada.send(kind.edit, { params: { id }, body: { ...form(), img: '/images/older.png' } })).status,
      ).toBe(422)
    })

    test('that was deleted cannot be changed', async () => {
      const id = await addEntry(kind, ada, form())
      await ada.send(kind.remove, { params: { id } })
      expect((await ada.send(kind.edit, { params: { id }, body: form() })).status).toBe(404)
    })
  })

  describe('a coffee and its brand', () => {
    const [brandKind, coffeeKind] = entryKinds
    const coffeesOf = async (brandId: string) =>
      (await ada.call('GET /coffeeDetails/{id}', { params: { id: brandId } })).answer.coffees.map(
        ({ _id }) => _id,
      )

    test('cannot be added to a brand that does not exist or was deleted', async () => {
      const img = await picture()
      const body = { ...coffeeKind.body({ email: ada.email, img }), category_name: 'No Such Farm' }
      expect((await ada.send('POST /addNewCoffee', { body })).problem.errors).toEqual([
        { field: 'category_name', message: 'There is no such brand' },
      ])
      const gone = await addEntry(brandKind, ada, {
        ...brandKind.body({ email: ada.email, img }),
        category_name: 'No Such Farm',
      })
      await ada.call('DELETE /brandDelete/{id}', { params: { id: gone } })
      expect((await ada.send('POST /addNewCoffee', { body })).problem.errors?.[0]?.field).toBe(
        'category_name',
      )
    })

    test('are connected by the owner if two brands have the same name', async () => {
      const img = await picture()
      const twin = (person: TestPerson) =>
        addEntry(brandKind, person, {
          ...brandKind.body({ email: person.email, img }),
          category_name: 'Twin Farm',
        })
      const [adas, zoes] = [await twin(ada), await twin(zoe)]
      const coffee = await addEntry(coffeeKind, zoe, {
        ...coffeeKind.body({ email: zoe.email, img }),
        category_name: 'Twin Farm',
      })
      expect([await coffeesOf(adas), await coffeesOf(zoes)]).toEqual([[], [coffee]])
    })

    test('stay connected in a change after another brand of the same name was added', async () => {
      const img = await picture()
      const late = (person: TestPerson) =>
        addEntry(brandKind, person, {
          ...brandKind.body({ email: person.email, img }),
          category_name: 'Late Farm',
        })
      const zoes = await late(zoe)
      const body = { ...coffeeKind.body({ email: ada.email, img }), category_name: 'Late Farm' }
      const id = await addEntry(coffeeKind, ada, body)
      const adas = await late(ada)
      await ada.call('PUT /addNewCoffee/{id}', { params: { id }, body: { ...body, price: '9.99' } })
      expect([await coffeesOf(zoes), await coffeesOf(adas)]).toEqual([[id], []])
    })

    test('are connected by the owner of the coffee if another admin changes it', async () => {
      const img = await picture()
      const shared = (person: TestPerson) =>
        addEntry(brandKind, person, {
          ...brandKind.body({ email: person.email, img }),
          category_name: 'Shared Farm',
        })
      const [zoes, adas] = [await shared(zoe), await shared(ada)]
      const body = coffeeKind.body({ email: ada.email, img })
      const id = await addEntry(coffeeKind, ada, body)
      await zoe.call('PUT /addNewCoffee/{id}', {
        params: { id },
        body: { ...body, category_name: 'Shared Farm', email: zoe.email },
      })
      expect([await coffeesOf(zoes), await coffeesOf(adas)]).toEqual([[], [id]])
    })

    test('are no longer connected after another brand was chosen', async () => {
      const img = await picture()
      const body = coffeeKind.body({ email: ada.email, img })
      const id = await addEntry(coffeeKind, ada, body)
      await ada.call('PUT /addNewCoffee/{id}', {
        params: { id },
        body: { ...body, category_name: 'Empty Farm' },
      })
      expect(await coffeesOf(shop.shelves.brand.id)).not.toContain(id)
      expect(await coffeesOf(shop.shelves.bareBrand.id)).toContain(id)
    })
  })

  describe('the description of a coffee', () => {
    const [, coffeeKind] = entryKinds
    const form = async () => ({
      ...coffeeKind.body({ email: ada.email, img: await picture() }),
      category_name: 'Empty Farm',
    })
    const isShownAs = async (id: string) => {
      const { answer } = await ada.call('GET /coffeeDetails/{id}', {
        params: { id: shop.shelves.bareBrand.id },
      })
      return answer.coffees.find(({ _id }) => _id === id)?.about
    }

    test('is stored and shown, and is empty if the request had none', async () => {
      const body = await form()
      const described = await addEntry(coffeeKind, ada, { ...body, about: ' Plum and cocoa ' })
      const plain = await addEntry(coffeeKind, ada, body)
      expect([await isShownAs(described), await isShownAs(plain)]).toEqual(['Plum and cocoa', ''])
      expect(await ownEntries(coffeeKind, ada)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ _id: described, about: 'Plum and cocoa' }),
          expect.objectContaining({ _id: plain, about: '' }),
        ]),
      )
    })

    test('is changed by a request that has one, and kept by a request without one', async () => {
      const body = await form()
      const id = await addEntry(coffeeKind, ada, { ...body, about: 'Plum' })
      const shown: (string | undefined)[] = []
      for (const change of [{ about: 'Cherry' }, {}, { about: '' }]) {
        await ada.send('PUT /addNewCoffee/{id}', { params: { id }, body: { ...body, ...change } })
        shown.push(await isShownAs(id))
      }
      expect(shown).toEqual(['Cherry', 'Cherry', ''])
    })

    test('is refused if it is longer than 2000 characters or not a text', async () => {
      const body = await form()
      for (const about of ['x'.repeat(2001), 5, 'a\0b']) {
        const { status, problem } = await ada.send('POST /addNewCoffee', { body: { ...body, about } })
        expect([status, problem.errors?.[0]?.field]).toEqual([422, 'about'])
      }
    })
  })

  describe('the price', () => {
    const [, coffeeKind, packetKind] = entryKinds
    const objection = async (kind: EntryKind, field: string, price: string) => {
      const form = kind.body({ email: ada.email, img: await picture() })
      const { problem } = await ada.send(kind.add, { body: withField(form, field, price) })
      return problem.errors
    }

    test.each([
      ['10000000', 'is too large: the highest price is 9,999,999.99'],
      ['0', 'must be more than 0'],
      ['1.005', 'must be an amount with at most two decimals, such as 12.50'],
    ])('%s is refused with its own reason', async (price, message) => {
      expect(await objection(coffeeKind, 'price', price)).toEqual([{ field: 'price', message }])
      expect(await objection(packetKind, 'about.price', price)).toEqual([{ field: 'about.price', message }])
    })

    test('of a product may be 0 if it was stored before 0 was refused: it can still be bought', async () => {
      const cora = await shop.person('Cora Zero')
      const { lungo } = shop.shelves
      await setPrice(shop.database, lungo, 0)
      const [id] = await fill(cora, { ...lungo, price_cents: 0 })
      expect(await cartOf(cora)).toMatchObject([{ _id: id, price: '0.00' }])
      const paid = await cora.send('PUT /singlePayment/{id}', { params: { id: String(id) }, body: {} })
      expect(paid.status).toBe(200)
      expect(await cartOf(cora)).toMatchObject([{ _id: id, payment: 'OK' }])
    })
  })

  test('a new price is shown in the carts that have the coffee', async () => {
    const cora = await shop.person('Cora')
    const { espresso } = shop.shelves
    await shop.database.write(({ tx }) =>
      tx.updateTable('products').set({ owner_id: ada.userId }).where('id', '=', espresso.id).execute(),
    )
    const [id] = await fill(cora, espresso)
    const body = {
      img: espresso.img,
      name: 'Espresso',
      price: '2.75',
      category_name: 'Hill Farm',
      ratting: 4,
      email: ada.email,
    }
    await ada.call('PUT /addNewCoffee/{id}', { params: { id: espresso.id }, body })
    expect(await cartOf(cora)).toMatchObject([{ _id: id, price: '2.50', newPrice: '2.75' }])
    await archive(shop.database, espresso)
    expect(await cartOf(cora)).toMatchObject([{ _id: id, removed: true }])
  })

  test('public responses do not name owners', async () => {
    const public_ = [await shop.call('GET /allCoffee', {}), await shop.call('GET /allPacket', {})]
    const details = await ada.call('GET /coffeeDetails/{id}', { params: { id: shop.shelves.brand.id } })
    for (const { text } of [...public_, details]) expect(text).not.toMatch(/@|owner/)
  })
})
