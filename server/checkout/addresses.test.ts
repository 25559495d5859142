import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_ADDRESSES } from '#contract/values/limits.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('the address book on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let people = 0
  let cora: TestPerson
  let dora: TestPerson
  beforeEach(async () => {
    people += 1
    cora = await shop.person(`Cora ${people}`)
    dora = await shop.person(`Dora ${people}`)
  })

  const listed = async (person: TestPerson) => (await person.call('GET /addresses', {})).answer
  const save = (given: object = {}) => cora.send('POST /addresses', { body: { ...lisbonAddress, ...given } })

  test('holds the addresses of its owner only, as they are written on a parcel', async () => {
    const saved = (await save()).answer
    expect(await listed(cora)).toEqual([saved])
    expect(saved.address).toEqual(lisbonAddress)
    expect(saved.lines).toEqual(['Cora Reis', 'Rua do Carmo 12', '2.º Esq.', '1200-093 Lisboa', 'Portugal'])
    expect(await listed(dora)).toEqual([])
  })

  test('changes and deletes addresses of its owner only', async () => {
    const { _id: id } = (await save()).answer
    const params = { id }
    const body = { ...lisbonAddress, city: 'Porto', postcode: '4000-001' }
    expect((await dora.send('PUT /addresses/{id}', { params, body })).status).toBe(404)
    expect((await dora.send('DELETE /addresses/{id}', { params })).status).toBe(404)
    expect((await listed(cora))[0]?.address.city).toBe('Lisboa')
    expect((await cora.call('PUT /addresses/{id}', { params, body })).answer.lines).toContain(
      '4000-001 Porto',
    )
    expect((await listed(cora))[0]?.address).toEqual(body)
    expect((await cora.call('DELETE /addresses/{id}', { params })).answer.deletedCount).toBe(1)
    expect(await listed(cora)).toEqual([])
  })

  test('refuses an address that its country cannot deliver to, by field', async () => {
    const refused = await save({ postcode: '12', city: '' })
    expect(refused.status).toBe(422)
    expect(refused.problem.errors?.map(({ field }) => field)).toEqual(['city', 'postcode'])
    expect((await save({ country: 'XX' })).problem.errors).toEqual([
      { field: 'country', message: 'is not a country' },
    ])
    expect((await save({ planet: 'Mars' })).status).toBe(422)
    expect(await listed(cora)).toEqual([])
  })

  test('lists the address of the last order first, then the newest', async () => {
    const ids: string[] = []
    for (const city of ['Lisboa', 'Porto', 'Faro']) ids.push((await save({ city })).answer._id)
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('addresses')
        .set({ used_at: Date.now() + 1000 })
        .where('id', '=', ids[0] ?? '')
        .execute(),
    )
    expect((await listed(cora)).map(({ address }) => address.city)).toEqual(['Lisboa', 'Faro', 'Porto'])
  })

  test(`has room for ${MAX_ADDRESSES} addresses`, async () => {
    for (let number = 1; number <= MAX_ADDRESSES; number += 1)
      expect((await save({ line1: `Rua ${number}` })).status).toBe(200)
    const refused = await save({ line1: 'One too many' })
    expect([refused.status, refused.problem.code]).toEqual([409, 'address-book-full'])
    expect(await listed(cora)).toHaveLength(MAX_ADDRESSES)
  })

  test('has a form for every country, and none for others', async () => {
    const format = async (country: string) =>
      cora.send('GET /addressFormat/{country}', { params: { country } })
    expect((await format('US')).answer.postcodeExample).toBe('95014')
    expect((await format('XX')).status).toBe(404)
    expect((await format('../US')).status).toBe(422)
  })
})
