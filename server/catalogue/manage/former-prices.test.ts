import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { addEntry, entryKinds, ownEntries, withField } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const DAY = 24 * 60 * 60_000
const sold = entryKinds.filter(({ kind }) => kind !== 'brand')

describe.each(stores)('the price before a reduction on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let img: string
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    img = await knownPicture(shop)
  })
  afterEach(() => void vi.useRealTimers())

  describe.each(sold)('of a $kind', (kind) => {
    const prefix = kind.kind === 'packet' ? 'about.' : ''
    const form = (price: string, reduced?: boolean) => {
      const priced = withField(kind.body({ email: ada.email, img }), `${prefix}price`, price)
      return reduced === undefined ? priced : withField(priced, `${prefix}reduced`, reduced)
    }
    /** Saves a price some days after the change before it, which is made older. */
    const save = async (id: string, days: number, ...[price, reduced]: Parameters<typeof form>) => {
      await shop.database.write(({ tx }) =>
        tx
          .updateTable('former_prices')
          .set(({ eb }) => ({ ended_at: eb('ended_at', '-', days * DAY) }))
          .where('product_id', '=', id)
          .execute(),
      )
      return ada.send(kind.edit, { params: { id }, body: form(price, reduced) })
    }
    /** Returns the price that customers see, and the one that is crossed out beside it. */
    const shown = async (id: string) => {
      const { answer } = await ada.call('GET /coffee/{id}', { params: { id } })
      const { price, was } = answer.sizes.find(({ _id }) => _id === id) ?? {}
      return [price, was]
    }
    const refusal = async (saving: ReturnType<typeof save>) => (await saving).problem.errors

    test('is the lowest of 30 days, on the page, in the list and in the form', async () => {
      const id = await addEntry(kind, ada, form('15.00'))
      await save(id, 40, '14.00')
      await save(id, 5, '18.00')
      await save(id, 20, '12.00', true)
      expect(await shown(id)).toEqual(['12.00', '14.00'])
      const { coffees } = (await ada.call('GET /coffees', { query: {} })).answer
      const sizes = coffees.flatMap((coffee) => coffee.sizes)
      expect(sizes).toContainEqual(expect.objectContaining({ _id: id, price: '12.00', was: '14.00' }))
      const listed = (await ownEntries(kind, ada)).find(({ _id }) => _id === id)
      expect(listed).toMatchObject(form('12.00', true))
    })

    test('is only shown if the owner announces the reduction, and until the owner ends it', async () => {
      const id = await addEntry(kind, ada, form('15.00'))
      await save(id, 1, '12.00')
      expect(await shown(id)).toEqual(['12.00', undefined])
      await save(id, 40, '10.00', true)
      await save(id, 1, '10.00')
      expect(await shown(id)).toEqual(['10.00', '12.00'])
      await save(id, 1, '10.00', false)
      expect(await shown(id)).toEqual(['10.00', undefined])
    })

    test('is the one before the current price, if the owner announces the reduction later', async () => {
      const id = await addEntry(kind, ada, form('14.00'))
      await save(id, 40, '15.00')
      await save(id, 35, '12.00')
      expect(await shown(id)).toEqual(['12.00', undefined])
      await save(id, 40, '12.00', true)
      expect(await shown(id)).toEqual(['12.00', '15.00'])
    })

    test('is that of the last 30 days for a price that would have to be lowered first', async () => {
      const id = await addEntry(kind, ada, form('12.00'))
      await save(id, 1, '20.00')
      const [error] = (await refusal(save(id, 40, '20.00', true))) ?? []
      expect(error?.message).toContain('$20.00')
      await save(id, 0, '18.00', true)
      expect(await shown(id)).toEqual(['18.00', '20.00'])
    })

    test('is stored no longer than a reduction can need it', async () => {
      const id = await addEntry(kind, ada, form('16.00'))
      await save(id, 0, '15.00')
      await save(id, 29, '14.00')
      await save(id, 2, '13.00')
      const stored = shop.database.read.selectFrom('former_prices').select('price_cents')
      const rows = await stored.where('product_id', '=', id).orderBy('ended_at').execute()
      expect(rows).toEqual([{ price_cents: 1500 }, { price_cents: 1400 }])
    })

    test('is not one to which the price was raised for a day', async () => {
      const id = await addEntry(kind, ada, form('12.00'))
      await save(id, 40, '20.00')
      const errors = [
        {
          field: `${prefix}reduced`,
          message: 'needs a price below $12.00, the lowest of the last 30 days',
        },
      ]
      expect(await refusal(save(id, 1, '12.00', true))).toEqual(errors)
      expect(await shown(id)).toEqual(['20.00', undefined])
      await save(id, 0, '12.00')
      expect(await refusal(save(id, 1, '12.00', true))).toEqual(errors)
      expect(await shown(id)).toEqual(['12.00', undefined])
      await save(id, 0, '11.99', true)
      expect(await shown(id)).toEqual(['11.99', '12.00'])
    })

    test('is also one that ended within the 30 days, but none that ended before', async () => {
      const id = await addEntry(kind, ada, form('10.00'))
      await save(id, 1, '20.00')
      expect((await save(id, 29.9, '15.00', true)).status).toBe(422)
      await save(id, 0.1, '15.00', true)
      expect(await shown(id)).toEqual(['15.00', '20.00'])
    })

    test('stays the first one while the price is lowered further, and ends when it rises', async () => {
      const id = await addEntry(kind, ada, form('20.00'))
      await save(id, 40, '15.00', true)
      await save(id, 10, '12.00', true)
      expect(await shown(id)).toEqual(['12.00', '20.00'])
      expect((await save(id, 1, '14.00', true)).status).toBe(422)
      await save(id, 0, '14.00')
      expect(await shown(id)).toEqual(['14.00', undefined])
    })

    test('is missing for a new product, which has had no other price', async () => {
      const id = await addEntry(kind, ada, form('15.00', true))
      expect(await shown(id)).toEqual(['15.00', undefined])
      expect((await save(id, 1, '15.00', true)).status).toBe(422)
    })

    test('follows from the last price of a millisecond with several changes', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
      const id = await addEntry(kind, ada, form('15.00'))
      for (const price of ['9.00', '16.00']) await save(id, 0, price)
      await save(id, 1, '12.00', true)
      expect(await shown(id)).toEqual(['12.00', '15.00'])
    })
  })
})
