import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoCatalogue } from '#server/demo/demo-catalogue.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { changeCatalogue } from '#test/catalogue.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { findWords } from './find-words.ts'
import { indexMissing } from './product-words.ts'

/** Searches in the demo shop, each with the name of its first result. */
const searches = [
  ['sidama', 'Sidama Morning Wash'],
  ['sid', 'Sidama Morning Wash'],
  ['SIDAMA wash', 'Sidama Morning Wash'],
  ['wash morning', 'Sidama Morning Wash'],
  ['bergamot', 'Sidama Morning Wash'],
  ['bergamott', 'Sidama Morning Wash'],
  ['sidma', 'Sidama Morning Wash'],
  ['honduras', 'Copper Finch Breakfast Roast, 500 g'],
  ['marcala', 'Marcala Ridge'],
  ['hazelnut', 'Marcala Ridge'],
  ['fold line', 'Fold Line Espresso'],
  ['espresso', 'Daybreak Espresso, 250 g'],
  ['huila', 'Huila Honeycomb'],
  ['honeycomb 1 kg', 'Huila Honeycomb'],
  ['cerrado', 'Cerrado Sunday'],
  ['peanut', 'Cerrado Sunday'],
  ['yard', 'Yard Blend No. 4'],
  ['haraaz', 'Haraaz Ember'],
  ['harraz', 'Haraaz Ember'],
  ['yemen', 'Haraaz Ember'],
  ['cardamom', 'Haraaz Ember'],
  ['cardamon', 'Haraaz Ember'],
  ['liquorice', 'Lintong After Dark'],
  ['velvet m', 'Velvet Moth'],
  ['vanilla', 'Firkin Nitro'],
  ['antigua', 'Antigua Low Sun'],
  ['panela', 'Cajamarca Terrace'],
  ['rum', 'Apaneca Rojo'],
  ['jasmine', 'Boquete Tall Water'],
  ['boquette', 'Boquete Tall Water'],
  ['cola', 'Harbour Cold Steep'],
  ['cold steep', 'Harbour Cold Steep'],
  ['blackcurrant', 'Nyeri Blackcurrant'],
  ['blakcurant', 'Nyeri Blackcurrant'],
  ['kenya', 'Lamp Room Espresso'],
  ['rooibos', 'Kayanza Reed'],
  ['decaf', 'Blue Hour Decaf, 250 g'],
  ['decaffeinated', 'Blue Hour Decaf, 250 g'],
  ['tarrazu', 'Tarrazú Bell Tone'],
  ['Tarrazú', 'Tarrazú Bell Tone'],
  ['mandarin', 'Tarrazú Bell Tone'],
  ['pepper', 'Chikmagalur Slate'],
  ['lake kivu', 'Nyamasheke Bright'],
  ['nitro', 'Firkin Nitro'],
  ['cinamon', 'Chiapas Understory'],
  ['house blend', 'Seven Sisters House Blend, 250 g'],
  ['breakfast 500 g', 'Copper Finch Breakfast Roast, 500 g'],
  ['nariño', 'Long Letter Filter, 250 g'],
  ['malabar', 'Monsoon Porch Malabar, 250 g'],
  ['etiopia', 'Harbour Cold Steep'],
  ['northfold', 'Fold Line Espresso'],
  ['lemon washed', 'Kayanza Reed'],
  ['yirgachefe', 'Paper Lantern Festival Roast, 250 g'],
  ['mokka', 'Antigua Low Sun'],
] as const

describe.each(stores)('the search on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  const search = async (q: string, limit?: string) =>
    (await cora.call('GET /search', { query: { q, ...(limit && { limit }) } })).answer
  const first = async (q: string) => (await search(q)).coffees[0]?.name

  beforeAll(async () => {
    cora = await shop.person('Cora')
    const pictures = new Proxy({}, { get: () => '0123456789abcdef-aabbcc' })
    const { brands, products } = demoCatalogue('owner', pictures)
    await changeCatalogue(shop.database, async (tx) => {
      await tx.updateTable('products').set({ archived_at: 1 }).execute()
      await tx.insertInto('brands').values(brands).execute()
      await tx.insertInto('products').values(products).execute()
    })
    await indexMissing(shop.database)
  })

  test.each(searches)('finds for %j %s first', async (q, name) => {
    expect(await first(q)).toBe(name)
  })

  test('says what it has done with the words', async () => {
    expect(await search('etiopia')).toMatchObject({ how: 'corrected', words: 'ethiopia', total: 6 })
    expect(await search('sidama', '2')).toMatchObject({ how: 'all', words: 'sidama', coffees: [{}, {}] })
    expect(await search('lemon macchiato', '1')).toMatchObject({
      how: 'some',
      coffees: [{ name: 'Kayanza Reed' }],
    })
    for (const q of ['macchiato', 'plam', '74159', '"*(', '', "'; --", '\\'])
      expect(await search(q)).toMatchObject({ how: 'none', total: 0, coffees: [{}, {}, {}] })
  })

  test('puts a name before a note, a note before a fact, and a fact before the description', async () => {
    const names = (await search('honey')).coffees.map(({ name }) => name)
    const at = (name: string) => names.findIndex((found) => found.startsWith(name))
    expect([at('Huila Honeycomb'), at('Boquete'), at('Gayo')].every((place) => place >= 0)).toBe(true)
    expect(at('Huila Honeycomb')).toBe(0)
    expect(at('Boquete')).toBeLessThan(at('Seven Sisters'))
  })

  test('finds those with the word in the name first, also if many others have it elsewhere', async () => {
    const idOf = async (name: string) => (await search(name, '1')).coffees[0]?._id
    const honey = [[[{ word: 'honey', isPrefix: true }]]]
    const [best, ...others] = await findWords(shop.database, honey, 48)
    expect([best, others.length > 2]).toEqual([await idOf('Huila Honeycomb'), true])
    expect(await findWords(shop.database, honey, 1)).toEqual([best])
  })

  test('uses the synonyms of the owner, also of several words', async () => {
    expect(await search('cafetiere')).toMatchObject({ how: 'all' })
    expect(await search('joe')).toMatchObject({ how: 'none' })
    const synonyms = ['joe = red apple = reed', 'no synonym', '=']
    await saveTestSelling(shop.database, { ...DEFAULT_SELLING, synonyms })
    expect((await search('joe')).coffees.map(({ name }) => name)).toEqual([
      'Kayanza Reed',
      'Cajamarca Terrace',
    ])
    expect((await search('red apple terrace')).coffees.map(({ name }) => name)).toEqual(['Cajamarca Terrace'])
    await saveTestSelling(shop.database, DEFAULT_SELLING)
  })

  test('follows what admins change in the same moment', async () => {
    const ada = await shop.admin('Ada')
    const img = await knownPicture(shop)
    const brand = { category_name: 'Zanzibar Roasters', img, ratting: 4 as const, email: ada.email }
    const { insertedId: brandId = '' } = (await ada.call('POST /coffeeBrand', { body: brand })).answer
    const coffee = {
      img,
      name: 'Pemba Gold',
      price: '9.00',
      category_name: 'Zanzibar Roasters',
      ratting: 4 as const,
      email: ada.email,
      facts: { notes: ['Tamarind'] },
    }
    const { insertedId: id = '' } = (await ada.call('POST /addNewCoffee', { body: coffee })).answer
    for (const q of ['pemba', 'tamarind', 'zanzibar']) expect(await first(q)).toBe('Pemba Gold')
    await ada.call('PUT /addNewCoffee/{id}', {
      params: { id },
      body: { ...coffee, facts: { notes: ['Guava'] } },
    })
    expect([await first('guava'), (await search('tamarind')).how]).toEqual(['Pemba Gold', 'none'])
    await ada.call('PUT /coffeeBrand/{id}', {
      params: { id: brandId },
      body: { ...brand, category_name: 'Mafia Island' },
    })
    expect([await first('mafia'), (await search('zanzibar')).how]).toEqual(['Pemba Gold', 'none'])
    await ada.call('DELETE /packetNameDelete/{id}', { params: { id } })
    expect((await search('pemba')).how).toBe('none')
    await ada.call('DELETE /brandDelete/{id}', { params: { id: brandId } })
    expect((await search('pembaa')).how).toBe('none')
  })
})
