import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { buy, checkoutOf, orderOfId, pickup, storeCheckout } from '#test/orders/orders.ts'
import { enterDispute } from '#test/selling/german-month.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { EXPORT_PATHS, PARCEL_SERVICES } from '#contract/values/exports.ts'
import type { ParcelService } from '#contract/values/exports.ts'
import { splitCsv } from '#contract/values/orders/split-csv.ts'

describe.each(stores)('the files of parcels on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  let pia: TestPerson
  let numbers: string[]

  beforeAll(async () => {
    ;[ada, cora, pia] = await Promise.all([shop.admin('Ada'), shop.person('Cora'), shop.packer('Pia')])
    const parcel = checkoutOf({ address: lisbonAddress, weightGrams: 1250 })
    const order = async (checkout: typeof parcel, state: string, withdrawn_at: number | null = null) => {
      const id = await buy(cora, shop.shelves.espresso)
      await storeCheckout(shop.database, id, checkout)
      await shop.database.write(async ({ tx }) => {
        const sets = { state: state as never, withdrawn_at } // cast: tests name the states as plain text
        await tx.updateTable('orders').set(sets).where('id', '=', id).execute()
        const weighed = { weight_grams: checkout.weightGrams || null }
        await tx.updateTable('cart_items').set(weighed).where('order_id', '=', id).execute()
      })
      return orderOfId(shop.database, id)
    }
    const packed = await order(parcel, 'packed')
    const paid = await order(parcel, 'paid')
    const won = await order(parcel, 'paid')
    await enterDispute(shop.database, { payment_id: won.payment_id, status: 'won' })
    for (const given of [
      { status: 'lost' },
      { status: 'open' },
      { kind: 'warning', status: 'open' },
    ] as const)
      await enterDispute(shop.database, { payment_id: (await order(parcel, 'paid')).payment_id, ...given })
    numbers = [paid, won, packed].map(({ number }) => String(number))
    for (const state of ['sent', 'delivered', 'refunded', 'cancelled', 'waiting']) await order(parcel, state)
    await order(checkoutOf(pickup), 'paid')
    await order(parcel, 'paid', 1)
    await buy(cora, shop.shelves.espresso)
  })

  const get = (service: string, { cookie }: { cookie: string } = ada) =>
    shop.app.inject({ url: `/api${EXPORT_PATHS.parcels}?service=${service}`, headers: { cookie } })

  async function rowsOf(service: ParcelService): Promise<Record<string, string>[]> {
    const { statusCode, rawPayload, headers } = await get(service)
    expect(statusCode).toBe(200)
    expect(rawPayload.subarray(0, 3)).not.toEqual(Buffer.from('\uFEFF'))
    expect(headers['content-disposition']).toBe(`attachment; filename="parcels-${service}.csv"`)
    const [head = [], ...rows] = splitCsv(String(rawPayload).trimEnd(), service === 'dhl' ? ';' : ',')
    return rows.map((row) => Object.fromEntries(row.map((text, at) => [head[at], text])))
  }

  test.each([
    [
      'sendcloud' as const,
      'Order reference',
      {
        'Customer name': 'Cora Reis',
        'Street name': 'Rua do Carmo',
        'House number': '12',
        'Address line 2': '2.º Esq.',
        'Postal code': '1200-093',
        'Country code': 'PT',
        'Phone number': '00351 912 345 678',
        'Weight': '1.250',
        'Weight unit': 'kg',
      },
    ],
    [
      'dhl' as const,
      'Sendungsreferenz',
      {
        'Empfänger Name 1': 'Cora Reis',
        'Empfänger Straße': 'Rua do Carmo',
        'Empfänger Hausnummer': '12',
        'Empfänger PLZ': '1200-093',
        'Gewicht in kg': '1,250',
      },
    ],
    [
      'shippo' as const,
      'Order Number',
      {
        'Street Line 1': 'Rua do Carmo 12',
        'Order Weight': '1250',
        'Order Weight Unit': 'g',
        'Order Currency': 'USD',
      },
    ],
    ['pirateship' as const, 'Order ID', { Address: 'Rua do Carmo 12', City: 'Lisboa', Ounces: '44.1' }],
  ])('have what is to be sent for %s, and nothing else', async (service, number, cells) => {
    const rows = await rowsOf(service)
    expect(rows.map((row) => row[number])).toEqual(numbers)
    for (const row of rows) expect(row).toMatchObject(cells)
  })

  test('have no values and no email addresses for packers, and otherwise the same', async () => {
    const cells = (body: string, separator: ',' | ';') => splitCsv(body.trimEnd(), separator)
    const empty = new Set(['Order value', 'Currency', 'Order Amount', 'Order Currency', 'Order Value'])
    for (const service of PARCEL_SERVICES) {
      const separator = service === 'dhl' ? ';' : ','
      const [[head = [], ...full], [, ...packed]] = [await get(service), await get(service, pia)].map(
        ({ body }) => cells(body, separator),
      ) as [string[][], string[][]] // cast: of two files
      const expected = full.map((row) =>
        row.map((text, at) => (empty.has(String(head[at])) || text === cora.email ? '' : text)),
      )
      expect(packed, service).toEqual(expected)
      expect(full.join()).toContain(cora.email)
    }
  })

  test('have no weight if that of a coffee is not known', async () => {
    await shop.database.write(({ tx }) => tx.updateTable('cart_items').set({ weight_grams: null }).execute())
    for (const [service, column] of [
      ['sendcloud', 'Weight'],
      ['dhl', 'Gewicht in kg'],
      ['shippo', 'Order Weight'],
      ['pirateship', 'Ounces'],
    ] as const)
      expect((await rowsOf(service)).map((row) => row[column])).toEqual(['', '', ''])
  })

  test('are refused without the session of one of the staff, and for other services', async () => {
    for (const service of PARCEL_SERVICES) expect((await get(service, { cookie: '' })).statusCode).toBe(401)
    expect((await get('dhl', cora)).statusCode).toBe(401)
    expect((await get('pigeon')).statusCode).toBe(422)
  })
})
