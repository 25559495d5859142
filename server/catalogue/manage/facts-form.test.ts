import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import { addEntry, entryKinds, ownEntries, withField } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const facts: CoffeeFacts = {
  kind: 'decaf',
  suitedFor: 'both',
  roast: 3,
  notes: ['Cocoa', 'Plum'],
  origins: [
    { country: 'CO', process: 'Washed', share: 60, altitudeFrom: 1500, altitudeTo: 1700 },
    { country: 'CO', share: 40 },
  ],
}
const sold = entryKinds.filter(({ kind }) => kind !== 'brand')

describe.each(stores)('coffee facts on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let img: string
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    img = await knownPicture(shop)
  })

  describe.each(sold)('of a $kind', (kind) => {
    const prefix = kind.kind === 'packet' ? 'about.' : ''
    const form = () => kind.body({ email: ada.email, img })
    const withFacts = (said: unknown) => withField(form(), `${prefix}facts`, said)
    const edit = (id: string, body: object) => ada.send(kind.edit, { params: { id }, body })
    const listed = async (id: string) => (await ownEntries(kind, ada)).find(({ _id }) => _id === id)
    const facetsOf = async (id: string) =>
      (
        await shop.database.read
          .selectFrom('product_facets')
          .select(['facet', 'value'])
          .where('product_id', '=', id)
          .orderBy('facet')
          .orderBy('value')
          .execute()
      ).map(({ facet, value }) => `${facet} ${value}`)

    test('are stored with their facets, kept by a form without them, and removed by empty ones', async () => {
      const id = await addEntry(kind, ada, withField(withFacts(facts), `${prefix}pictures`, [img]))
      const stored = withField(withFacts(facts), `${prefix}pictures`, [img])
      const facets = [
        'country CO',
        'decaf yes',
        'note Cocoa',
        'note Plum',
        'process Washed',
        'roast 3',
        'suitedFor espresso',
        'suitedFor filter',
        'taste Chocolate and nut',
        'taste Fruit',
      ]
      expect(await listed(id)).toMatchObject(stored)
      expect(await facetsOf(id)).toEqual(facets)
      expect((await edit(id, form())).status).toBe(200)
      expect(await listed(id)).toMatchObject(stored)
      expect(await facetsOf(id)).toEqual(facets)
      await edit(id, withFacts({ roast: 5 }))
      expect(await facetsOf(id)).toEqual(['roast 5'])
      await edit(id, withField(withFacts({}), `${prefix}pictures`, []))
      expect(JSON.stringify(await listed(id))).not.toMatch(/facts|pictures/)
      expect(await facetsOf(id)).toEqual([])
    })

    test.each([
      ['shares of more than 100 %', { origins: [{ share: 60 }, { share: 41 }] }],
      ['an altitude that ends below its beginning', { origins: [{ altitudeFrom: 1700, altitudeTo: 1500 }] }],
    ])('are refused for %s', async (_what, wrong) => {
      const refused = await ada.send(kind.add, { body: withFacts(wrong) })
      expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, `${prefix}facts`])
    })

    test.each([{ roast: 6 }, { kind: 'tea' }, { notes: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, { colour: 1 }])(
      'are refused if they are %j',
      async (wrong) => expect((await ada.send(kind.add, { body: withFacts(wrong) })).status).toBe(422),
    )

    test('are refused with a further picture that was not uploaded', async () => {
      const pictures = ['/images/ffffffffffffffff-aabbcc-800.webp']
      const body = withField(form(), `${prefix}pictures`, pictures)
      const refused = await ada.send(kind.add, { body })
      expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, `${prefix}pictures`])
    })
  })

  test('a packet is another size of a coffee until null says otherwise', async () => {
    const [, , packet] = entryKinds
    const { espresso, packet: other } = shop.shelves
    const sizeOf = (coffeeId: unknown) =>
      withField(packet.body({ email: ada.email, img }), 'about.coffeeId', coffeeId)
    const id = await addEntry(packet, ada, sizeOf(espresso.id))
    const listed = async () => (await ownEntries(packet, ada)).find(({ _id }) => _id === id)
    expect(await listed()).toMatchObject({ about: { coffeeId: espresso.id } })
    await ada.send(packet.edit, { params: { id }, body: packet.body({ email: ada.email, img }) })
    expect(await listed()).toMatchObject({ about: { coffeeId: espresso.id } })
    for (const wrong of [other.id, 'nothing', id]) {
      const refused = await ada.send(packet.edit, { params: { id }, body: sizeOf(wrong) })
      expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'about.coffeeId'])
    }
    expect((await ada.send(packet.edit, { params: { id }, body: sizeOf(null) })).status).toBe(200)
    expect(JSON.stringify(await listed())).not.toContain('coffeeId')
  })
})
