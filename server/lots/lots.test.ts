import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewLot } from '#contract/orders/lots.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { NO_EMAIL } from '#contract/values/limits.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { changeCatalogue, leftIn, putInStock } from '#test/catalogue.ts'
import { buy, orderOfId, orderToPayLater, payAtPickup } from '#test/orders/orders.ts'
import { newLot } from '#test/selling/lots.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/** Texts have spaces that do not end a line between numbers and units. */
const plain = (text: unknown) => String(text).replaceAll('\u00A0', ' ')

describe.each(stores)('lots on $name', ({ name: store, fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let pia: TestPerson
  let pool: string
  beforeAll(async () => {
    ;[ada, cora, pia] = await Promise.all([shop.admin('Ada'), shop.person('Cora'), shop.packer('Pia')])
  })
  beforeEach(async () => {
    await shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('lot_uses').execute()
      await tx.deleteFrom('lots').execute()
    })
    pool = await putInStock(shop.database, { unit: 'grams', remaining: 5000 }, [shop.shelves.espresso, 250])
  })

  const enter = async (given: Partial<NewLot> = {}) =>
    String(
      (await pia.call('POST /lots', { body: newLot(shop.shelves.espresso.id, given) })).answer.insertedId,
    )
  const step = (id: string, from: string, to: string) =>
    pia.send('PUT /order/{id}/state', { params: { id }, body: { from, to } })
  const pack = (id: string) => step(id, 'paid', 'packed')
  const packedOrder = async () => {
    const id = await buy(cora, shop.shelves.espresso)
    expect((await pack(id)).status).toBe(200)
    return id
  }
  const lotsOf = async (id: string) =>
    (await pia.call('GET /order/{id}', { params: { id } })).answer.lots.flatMap(({ lots }) =>
      lots.map(({ name, grams }) => `${name}: ${grams}`),
    )
  const lineOf = async (id: string) =>
    String((await pia.call('GET /order/{id}', { params: { id } })).answer.items[0]?._id)
  const book = async (text?: string) =>
    (await pia.call('GET /lots', { query: text === undefined ? {} : { name: text } })).answer.lots
  const packedOf = async (id: string) => (await book()).find(({ _id }) => _id === id)?.packedGrams
  const correct = async (id: string, given: object) => {
    const lot = (await book()).find(({ _id }) => _id === id)
    if (!lot) throw new Error('no such lot')
    const { name, roastedOn, greenGrams, roastedGrams, supplier, dueDiligence, note, isUsedUp } = lot
    const before = { name, roastedOn, greenGrams, roastedGrams, supplier, dueDiligence, note, isUsedUp }
    return pia.send('PUT /lots/{id}', { params: { id }, body: { ...before, ...given } })
  }
  const verified = () =>
    readSnapshot(shop.store, async (query) => (await verifyBooks(query)).filter((said) => /lot /i.test(said)))

  test('fill the pool of their coffee once, also when they are sent twice, and are audited', async () => {
    const lot = newLot(shop.shelves.espresso.id, { name: '47' })
    const sent = await Promise.all([1, 2].map(() => pia.call('POST /lots', { body: lot })))
    expect(new Set(sent.map(({ answer }) => answer.insertedId)).size).toBe(1)
    expect(await leftIn(shop.database, pool)).toBe(13_000)
    const again = await pia.send('POST /lots', { body: { ...lot, requestId: crypto.randomUUID() } })
    expect(again.problem.errors).toEqual([
      { field: 'name', message: 'is the lot of this coffee that was roasted on 2026-01-02' },
    ])
    expect(await book('4')).toMatchObject([
      { name: '47', coffeeName: 'Espresso', roastedGrams: 8000, packedGrams: 0, by: 'Pia' },
    ])
    expect(await book('%')).toEqual([])
    await enter({ name: 'Ä47' })
    expect(await book('Ä47')).toMatchObject([{ name: 'Ä47' }])
    const [entry] = (await ada.call('GET /audit', { query: {} })).answer
    expect(plain(JSON.stringify(entry))).toContain('10 kg green, 8 kg roasted on 2026-01-02')
    expect(await verified()).toEqual([])
  })

  test('are refused if more is roasted than was green, or the day is no day or in the future', async () => {
    const errorOf = async (given: Partial<NewLot>) => {
      const body = newLot(shop.shelves.espresso.id, given)
      const [error] = (await pia.send('POST /lots', { body })).problem.errors ?? []
      return plain(`${error?.field} ${error?.message}`)
    }
    expect(await errorOf({ greenGrams: 7000 })).toBe(
      'roastedGrams cannot be more than the green coffee, 7 kg',
    )
    expect(await errorOf({ roastedOn: '2026-02-30' })).toBe('roastedOn is not a day')
    expect(await errorOf({ roastedOn: '2199-01-01' })).toBe('roastedOn is in the future')
    expect(await errorOf({ coffee: 'none' })).toBe('coffee is no longer sold')
    expect(await leftIn(shop.database, pool)).toBe(5000)
  })

  test('are packed the oldest first that has enough, or two, and come back when the order is unpacked', async () => {
    const young = await enter({ name: 'young', roastedOn: '2026-01-03', greenGrams: 400, roastedGrams: 400 })
    const old = await enter({ name: 'old', greenGrams: 350, roastedGrams: 350 })
    const [first, second, third] = [await packedOrder(), await packedOrder(), await packedOrder()]
    expect(await lotsOf(first)).toEqual(['old: 250'])
    expect(await lotsOf(second)).toEqual(['young: 250'])
    expect(await lotsOf(third)).toEqual(['old: 100', 'young: 150'])
    expect(await lotsOf(await packedOrder())).toEqual([])
    expect(await verified()).toEqual([])
    const { answer } = await pia.call('GET /lots/{id}/orders', { params: { id: old } })
    const numbers = await Promise.all([third, first].map((id) => orderOfId(shop.database, id)))
    expect(answer).toEqual([
      { _id: third, number: numbers[0]?.number, state: 'packed', customer: 'Cora', grams: 100 },
      { _id: first, number: numbers[1]?.number, state: 'packed', customer: 'Cora', grams: 250 },
    ])
    const ofAdmin = await ada.call('GET /lots/{id}/orders', { params: { id: old } })
    expect(ofAdmin.answer[0]).toMatchObject({ email: cora.email })
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('orders')
        .set({ email: `guest${NO_EMAIL}` })
        .where('id', '=', third)
        .execute(),
    )
    const ofGuest = await ada.call('GET /lots/{id}/orders', { params: { id: old } })
    expect(ofGuest.answer[0]).toMatchObject({ _id: third, email: '' })
    await step(third, 'packed', 'paid')
    expect([await packedOf(old), await packedOf(young)]).toEqual([250, 250])
    await step(first, 'packed', 'sent')
    await step(first, 'sent', 'packed')
    expect(await lotsOf(first)).toEqual(['old: 250'])
  })

  test('are not looked for if a coffee has none, a line has no weight, or the lot is used up', async () => {
    const lot = await enter()
    await correct(lot, { isUsedUp: true })
    expect(await lotsOf(await packedOrder())).toEqual([])
    await correct(lot, { isUsedUp: false })
    const { espresso, lungo } = shop.shelves
    await changeCatalogue(shop.database, (tx) =>
      tx
        .updateTable('products')
        .set({ weight_grams: null, stock_id: null })
        .where('id', '=', espresso.id)
        .execute(),
    )
    const id = await buy(cora, espresso, lungo)
    await pack(id)
    expect((await pia.call('GET /order/{id}', { params: { id } })).answer.lots).toEqual([])
    expect(await packedOf(lot)).toBe(0)
  })

  test('are packed for the sizes of their coffee', async () => {
    const { espresso, packet } = shop.shelves
    const lot = await enter({ name: '7' })
    const size = { coffee_id: espresso.id, weight_grams: 1000 }
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('products').set(size).where('id', '=', packet.id).execute(),
    )
    // cast: the test buys a packet as it buys coffees.
    const id = await buy(cora, packet as never)
    await pack(id)
    expect(await lotsOf(id)).toEqual(['7: 1000'])
    expect(await packedOf(lot)).toBe(1000)
    expect((await pia.call('GET /lots', { query: {} })).answer.coffees).toEqual([
      { _id: espresso.id, name: 'Espresso', pool: 'Harar' },
      { _id: shop.shelves.lungo.id, name: 'Lungo' },
    ])
  })

  test('are packed for a line from the two with the most left, if no single one has enough', async () => {
    const day = (at: number) => `2026-01-0${at}`
    for (const [at, [name, roastedGrams]] of [
      ['a', 100] as const,
      ['b', 200] as const,
      ['c', 240] as const,
    ].entries())
      await enter({ name, roastedOn: day(at + 1), roastedGrams })
    expect(await lotsOf(await packedOrder())).toEqual(['b: 200', 'c: 50'])
    expect(await lotsOf(await packedOrder())).toEqual(['a: 100', 'c: 150'])
  })

  test.skipIf(store === 'sqlite')('with too little left are not waited for by packers', async () => {
    const rest = await enter({ name: 'rest', roastedGrams: 10 })
    await enter({ name: 'new', roastedOn: '2026-01-03' })
    const id = await buy(cora, shop.shelves.espresso)
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('lots').set({ note: 'a changed one' }).where('id', '=', rest).execute()
      expect((await pack(id)).status).toBe(200)
    })
    expect(await lotsOf(id)).toEqual(['new: 250'])
  })

  test('are the 100 newest choices for a line, and those that it has', async () => {
    await enter({ name: 'old', roastedOn: '2025-12-01' })
    const id = await packedOrder()
    const row = await shop.database.read.selectFrom('lots').selectAll().executeTakeFirstOrThrow()
    const rest = { used_grams: 0, roasted_grams: 10, stock_id: null }
    const rows = Array.from({ length: 120 }, (_, at) => ({
      ...row,
      ...rest,
      id: `${at + 1000}`,
      name: `${at + 1000}`,
      roasted_on: '2026-01-01',
      request_id: crypto.randomUUID(),
    }))
    await shop.database.write(({ tx }) => tx.insertInto('lots').values(rows).execute())
    const { answer } = await pia.call('GET /line/{id}/lots', { params: { id: await lineOf(id) } })
    const names = answer.lots.map((lot) => lot.name)
    expect([names.length, ...names.slice(0, 2), names.at(-1)]).toEqual([100, 'old', '1021', '1119'])
  })

  test('stay chosen if they are used up when the line is saved again', async () => {
    const lot = await enter({ name: 'done' })
    const id = await packedOrder()
    await correct(lot, { isUsedUp: true })
    const params = { id: await lineOf(id) }
    const { answer } = await pia.call('GET /line/{id}/lots', { params })
    const body = { lots: answer.lots.map(({ _id }) => _id) }
    expect((await pia.send('PUT /line/{id}/lots', { params, body })).status).toBe(200)
    expect(await lotsOf(id)).toEqual(['done: 250'])
    await pia.send('PUT /line/{id}/lots', { params, body: { lots: [] } })
    expect((await pia.send('PUT /line/{id}/lots', { params, body })).status).toBe(409)
  })

  test('never give more than they have to packers who pack at the same moment', async () => {
    const ids: string[] = []
    for (let at = 0; at < 6; at++) ids.push(await buy(cora, shop.shelves.espresso))
    const lots = [
      await enter({ greenGrams: 500, roastedGrams: 400 }),
      await enter({ greenGrams: 500, roastedGrams: 450 }),
    ]
    expect((await Promise.all(ids.map(pack))).map(({ status }) => status)).toEqual(ids.map(() => 200))
    const grams = (await Promise.all(ids.map(lotsOf))).flat().map((text) => Number(text.split(': ')[1]))
    expect(grams.reduce((sum, one) => sum + one, 0)).toBe(750)
    const left = await Promise.all(lots.map(packedOf))
    expect(left.reduce((sum: number, one = 0) => sum + one, 0)).toBe(750)
    expect(await verified()).toEqual([])
  })

  test('are chosen by hand while the order is packed and not sent', async () => {
    const old = await enter({ name: 'old', greenGrams: 300, roastedGrams: 300 })
    const young = await enter({ name: 'young', roastedOn: '2026-01-04', greenGrams: 400, roastedGrams: 400 })
    const rest = await enter({ name: 'rest', roastedOn: '2026-01-05', greenGrams: 100, roastedGrams: 100 })
    const id = await packedOrder()
    const params = { id: await lineOf(id) }
    const choose = async (...lots: string[]) => {
      const sent = await pia.send('PUT /line/{id}/lots', { params, body: { lots } })
      return sent.status === 200 ? lotsOf(id) : plain(sent.problem.detail)
    }
    expect((await pia.call('GET /line/{id}/lots', { params })).answer).toEqual({
      grams: 250,
      lots: [
        { _id: old, name: 'old', roastedOn: '2026-01-02', left: 300 },
        { _id: young, name: 'young', roastedOn: '2026-01-04', left: 400 },
        { _id: rest, name: 'rest', roastedOn: '2026-01-05', left: 100 },
      ],
    })
    expect(await choose(young)).toEqual(['young: 250'])
    expect(await choose(rest)).toBe(
      'Lot rest has 100 g left, and this line needs 250 g. Choose a second lot as well.',
    )
    expect(await lotsOf(id)).toEqual(['young: 250'])
    expect(await choose(rest, young)).toEqual(['young: 150', 'rest: 100'])
    expect(await choose()).toEqual([])
    expect(await choose('none')).toBe('Nothing is left of this lot. Choose another one.')
    expect(await choose(old)).toEqual(['old: 250'])
    await step(id, 'packed', 'sent')
    expect(await choose(young)).toBe('The order is not packed, or is sent already.')
    expect(await verified()).toEqual([])
  })

  test('are corrected with the pool, but not below what is packed of them or sold of the pool', async () => {
    const lot = await enter({ name: '47', greenGrams: 1000, roastedGrams: 800 })
    await packedOrder()
    expect(await leftIn(shop.database, pool)).toBe(5550)
    expect((await correct(lot, { roastedGrams: 900, note: 'weighed again' })).answer).toMatchObject({
      modifiedCount: 1,
    })
    expect((await correct(lot, { roastedGrams: 900 })).answer).toMatchObject({ modifiedCount: 0 })
    expect(await leftIn(shop.database, pool)).toBe(5650)
    const errorOf = async (roastedGrams: number) =>
      plain((await correct(lot, { roastedGrams })).problem.errors?.[0]?.message)
    expect(await errorOf(249)).toBe('cannot be less than 250 g: that much is packed')
    await shop.database.write(async ({ tx }) => {
      const sold = {
        id: crypto.randomUUID(),
        stock_id: pool,
        payment_id: null,
        kind: 'set',
        amount: -5550,
      } as const
      await tx.updateTable('stocks').set({ remaining: 100 }).where('id', '=', pool).execute()
      await tx
        .insertInto('stock_moves')
        .values({ ...sold, created_at: 1 })
        .execute()
    })
    expect(await errorOf(700)).toBe('cannot be less than 800 g: only 100 g of the stock Harar are not sold')
    expect((await correct(lot, { roastedGrams: 800 })).status).toBe(200)
    expect(await leftIn(shop.database, pool)).toBe(0)
    const taken = await pia.send('DELETE /lots/{id}', { params: { id: lot } })
    expect(plain(taken.problem.detail)).toBe(
      '250 g of lot 47 are packed. It can be corrected, but not taken back.',
    )
    expect(await verified()).toEqual([])
  })

  test('are taken back with their grams if nothing is packed or sold of them', async () => {
    const lot = await enter({ name: '47' })
    const other = await enter({ name: '48' })
    expect((await pia.call('DELETE /lots/{id}', { params: { id: lot } })).answer.deletedCount).toBe(1)
    expect(await leftIn(shop.database, pool)).toBe(13_000)
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('stocks').set({ remaining: 100 }).where('id', '=', pool).execute()
    })
    const refused = await pia.send('DELETE /lots/{id}', { params: { id: other } })
    expect(plain(refused.problem.detail)).toBe(
      'Only 100 g of the stock Harar are not sold, and lot 48 has 8 kg.',
    )
    expect((await book()).map(({ name }) => name)).toEqual(['48'])
  })

  test('come back when an order is refunded before it is sent, and stay with one that was sent', async () => {
    const lot = await enter()
    const refund = (id: string) =>
      ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount: '2.50' } })
    const [packed, sent] = [await packedOrder(), await packedOrder()]
    await step(sent, 'packed', 'sent')
    await refund(packed)
    expect(await packedOf(lot)).toBe(250)
    await refund(sent)
    expect(await packedOf(lot)).toBe(250)
    expect(await lotsOf(packed)).toEqual([])
  })

  test('are packed for a pickup that is paid later when its customer is told, and come back if it is cancelled', async () => {
    const lot = await enter()
    const { id } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    await payAtPickup(shop.database, id)
    await pia.call('PUT /order/{id}/notice', { params: { id } })
    expect(await packedOf(lot)).toBe(250)
    const other = await enter({ name: 'other' })
    const params = { id: await lineOf(id) }
    expect((await pia.send('PUT /line/{id}/lots', { params, body: { lots: [other] } })).status).toBe(200)
    expect([await packedOf(lot), await packedOf(other)]).toEqual([0, 250])
    await ada.call('PUT /order/{id}/state', { params: { id }, body: { from: 'waiting', to: 'cancelled' } })
    expect(await packedOf(other)).toBe(0)
    expect(await verified()).toEqual([])
  })

  test('are in the file of the roast book, without formulas', async () => {
    await enter({ name: '=1+1', supplier: 'Sol', dueDiligence: '26EU1', note: 'dark' })
    await enter({ name: 'later', roastedOn: '2026-01-05' })
    await packedOrder()
    const { cookie } = pia
    const { rawPayload } = await shop.app.inject({ url: `/api${EXPORT_PATHS.lots}`, headers: { cookie } })
    expect(String(rawPayload).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
      'roasted on,coffee,lot,green kg,roasted kg,yield in percent,packed kg,left kg,supplier,due diligence reference,note,entered by',
      '2026-01-05,Espresso,later,10.000,8.000,80.0,0.000,8.000,,,,Pia',
      "2026-01-02,Espresso,'=1+1,10.000,8.000,80.0,0.250,7.750,Sol,26EU1,dark,Pia",
    ])
    const shopper = await shop.app.inject({
      url: `/api${EXPORT_PATHS.lots}`,
      headers: { cookie: cora.cookie },
    })
    expect(shopper.statusCode).toBe(401)
  })
})
