import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { putInStock } from '#test/catalogue.ts'
import { addEntry, entryKinds, ownEntries, withField } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const sold = entryKinds.filter(({ kind }) => kind !== 'brand')

describe.each(anyStore)('weight and tax class on $name', ({ fresh }) => {
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
    const packed = (weight: unknown, taxClass?: unknown) => {
      const weighed = withField(form(), `${prefix}weight`, weight)
      return taxClass === undefined ? weighed : withField(weighed, `${prefix}taxClass`, taxClass)
    }
    const edit = (id: string, body: object) => ada.send(kind.edit, { params: { id }, body })
    const rowOf = (id: string) =>
      shop.database.read
        .selectFrom('products')
        .select(['weight_grams', 'tax_class', 'stock_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()

    test('are stored, listed, kept by a form without them, and removed by null', async () => {
      const id = await addEntry(kind, ada, packed(250, 'reduced'))
      const listed = async () => (await ownEntries(kind, ada)).find(({ _id }) => _id === id)
      expect(await rowOf(id)).toMatchObject({ weight_grams: 250, tax_class: 'reduced' })
      expect(await listed()).toMatchObject(packed(250, 'reduced'))
      await edit(id, form())
      expect(await listed()).toMatchObject(packed(250, 'reduced'))
      await edit(id, packed(null, 'standard'))
      expect(await rowOf(id)).toMatchObject({ weight_grams: null, tax_class: 'standard' })
    })

    test.each([0, -1, 1.5, '250', 100_001])('are refused for a weight of %j', async (weight) => {
      const refused = await ada.send(kind.add, { body: packed(weight) })
      expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, `${prefix}weight`])
    })

    test('are refused for an unknown tax class', async () => {
      const refused = await ada.send(kind.add, { body: packed(250, 'luxury') })
      expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, `${prefix}taxClass`])
    })

    test('stay with the stock: a change keeps it, and a pool of grams needs the weight', async () => {
      const id = await addEntry(kind, ada, packed(250))
      const stock = await putInStock(shop.database, { unit: 'grams', remaining: 500 }, [{ id }, 250])
      expect((await edit(id, packed(500))).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ weight_grams: 500, stock_id: stock })
      const refused = await edit(id, packed(null))
      expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, `${prefix}weight`])
      const bags = await putInStock(shop.database, { unit: 'bags', remaining: 5 }, [{ id }, 500])
      expect((await edit(id, packed(null))).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ weight_grams: null, stock_id: bags })
    })
  })
})
