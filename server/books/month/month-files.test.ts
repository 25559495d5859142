import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { runOwnersCommandHere } from '#test/commands.ts'
import { saveSelling } from '#test/orders/orders.ts'
import { enter, itemRow, orderRow, paymentRow } from '#test/rows.ts'
import { enterSales, germanShop, refundRow } from '#test/selling/german-month.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore, stores } from '#test/stores.ts'
import { EU_COUNTRIES } from '#contract/selling/country-proposals.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { splitCsv } from '#contract/values/orders/split-csv.ts'
import { readSnapshot } from '../snapshot.ts'
import { applySettings, verifyBooks } from '../verify-books.ts'
import { sumMonth } from './sum-month.ts'

describe.each(stores)('the files of a month on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => {
    const [admin, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
    ada = admin
    await enterSales(shop.database, cora)
  })

  const get = (path: string, headers: Record<string, string> = { cookie: ada.cookie }) =>
    shop.app.inject({ url: `/api${path}`, headers })

  /** Returns the rows of a file of November as objects by the headings of their cells. */
  async function rowsOf(path: string): Promise<Record<string, string>[]> {
    const { statusCode, body } = await get(`${path}?month=2026-11`)
    expect([statusCode, body.startsWith('\uFEFF')]).toEqual([200, true])
    const [head = [], ...rows] = splitCsv(body.slice(1), ';')
    return rows.map((row) => Object.fromEntries(row.map((text, at) => [head[at], text])))
  }

  const cents = (text: string | undefined) => Math.round(Number(text?.replace(',', '.')) * 100)
  const sum = (rows: Record<string, string>[], name: string) =>
    rows.reduce((total, row) => total + cents(row[name]), 0)

  test('have the sums of the books, which are in order', async () => {
    const { faults, sums } = await readSnapshot(shop.store, async (query) => {
      await applySettings(query)
      return { faults: await verifyBooks(query), sums: await sumMonth(query, '2026-11', 'EUR') }
    })
    expect(faults).toEqual([])
    const [orders, lines, money, tax] = await Promise.all([
      rowsOf(EXPORT_PATHS.monthOrders),
      rowsOf(EXPORT_PATHS.monthLines),
      rowsOf(EXPORT_PATHS.monthMoney),
      rowsOf(EXPORT_PATHS.monthTax),
    ])
    const ofOrders = money.filter(({ number }) => number !== '')
    const kind = (name: string) => ofOrders.filter((row) => row['kind'] === name)
    expect(sums.paid).toBeGreaterThan(0)
    expect([sum(orders, 'total'), sum(lines, 'amount'), sum(kind('payment'), 'amount')]).toEqual(
      Array(3).fill(sums.paid),
    )
    expect([sum(kind('refund'), 'amount'), sum(tax, 'refunds taken off')]).toEqual([
      -sums.refunded,
      sums.refunded,
    ])
    expect(sum(kind('dispute'), 'amount')).toBe(-sums.lost)
    expect([sum(kind('fee'), 'amount'), sum(money, 'amount')]).toEqual([
      -sums.fees,
      sums.paid - sums.refunded - sums.fees - sums.lost,
    ])
    expect([sum(tax, 'gross'), sum(tax, 'net') + sum(tax, 'tax')]).toEqual(
      Array(2).fill(sums.paid - sums.refunded),
    )
  })

  test('begin and end at midnight in the time zone of the shop', async () => {
    const orders = await rowsOf(EXPORT_PATHS.monthOrders)
    expect(orders.map(({ number, paid }) => `${number} ${paid}`)).toEqual([
      '2 2026-11-01',
      '3 2026-11-03',
      '4 2026-11-03',
      '5 2026-11-04',
      '6 2026-11-05',
      '7 2026-11-06',
      '8 2026-11-07',
      '9 2026-11-08',
      '10 2026-11-11',
      '14 2026-11-12',
      '15 2026-11-13',
      '11 2026-11-30',
    ])
    const refunds = (await rowsOf(EXPORT_PATHS.monthMoney)).filter(({ kind }) => kind === 'refund')
    expect(refunds.map(({ number, day }) => `${number} ${day}`)).toEqual([
      '1 2026-11-02',
      '9 2026-11-09',
      '9 2026-11-10',
      '13 2026-11-12',
      ' 2026-11-15',
      '9 2026-11-30',
    ])
  })

  test('have the prices before discounts, and what was paid after them', async () => {
    const lines = await rowsOf(EXPORT_PATHS.monthLines)
    const ofOrder = (number: string) =>
      lines
        .filter((row) => row['number'] === number)
        .map((row) => ['product', 'count', 'price', 'discount', 'amount'].map((name) => row[name]).join(' '))
    expect(ofOrder('14')).toEqual([
      'Mug; blue 1 14,99 2,00 12,99',
      'Yirgacheffe 2 12,90 0,00 25,80',
      'Delivery 1 4,90 4,90 0,00',
    ])
    expect(ofOrder('15')).toEqual(['Yirgacheffe 1 12,90 12,90 0,00'])
    const orders = await rowsOf(EXPORT_PATHS.monthOrders)
    expect(orders.filter(({ number = '' }) => ['14', '15'].includes(number))).toMatchObject([
      { 'products': '38,79', 'delivery': '0,00', 'total': '38,79', 'tax in it': '3,76' },
      { 'way of payment': '', 'products': '0,00', 'total': '0,00', 'tax in it': '0,00' },
    ])
  })

  test('have lost disputes and references of Stripe, and no money of an order that cost nothing', async () => {
    const money = await rowsOf(EXPORT_PATHS.monthMoney)
    expect(money.filter(({ kind }) => kind === 'dispute')).toEqual([
      {
        'day': '2026-11-28',
        'kind': 'dispute',
        'number': '14',
        'way of payment': 'card',
        'amount': '-38,79',
        'currency': 'EUR',
        'reference': 'pi_14',
      },
    ])
    expect(money.some(({ number }) => number === '15')).toBe(false)
    const references = money.filter(({ kind }) => kind === 'payment').map(({ reference }) => reference)
    expect(references).toEqual(expect.arrayContaining(['pi_2', '']))
    expect(references.join()).not.toContain('Ada')
  })

  test('have the tax of each country and rate, without that of an order that was refunded whole', async () => {
    expect(await rowsOf(EXPORT_PATHS.monthTax)).toEqual(
      [
        ['AT', 'OSS', 'reduced', '10,00', '-11,73', '-1,17', '-12,90', '12,90', '2026-Q3'],
        ['AT', 'OSS', 'reduced', '10,00', '11,73', '1,17', '12,90', '12,90'],
        ['AT', 'OSS', 'standard', '20,00', '20,74', '4,15', '24,89', '24,89'],
        ['CH', 'no tax', '', '0,00', '29,99', '0,00', '29,99', '0,00'],
        ['DE', 'own country', 'reduced', '7,00', '45,10', '3,17', '48,27', '3,33'],
        ['DE', 'own country', 'standard', '19,00', '41,08', '7,80', '48,88', '0,00'],
        ['DE', 'own country', 'zero', '0,00', '5,00', '0,00', '5,00', '0,00'],
        ['DE', 'unknown', '', '0,00', '2,50', '0,00', '2,50', '0,00'],
        ['FR', 'OSS', 'reduced', '5,50', '36,68', '2,02', '38,70', '0,00'],
        ['EL', 'OSS', 'reduced', '13,00', '6,88', '0,89', '7,77', '0,00'],
        ['EL', 'OSS', 'standard', '24,00', '12,02', '2,88', '14,90', '0,00'],
      ].map(([country, taxation, kind, rate, net, tax, gross, refunded, soldIn = '2026-Q4']) => ({
        'sold in': soldIn,
        'taxed in': country,
        'taxation': taxation,
        'kind of rate': kind,
        'rate in percent': rate,
        'net': net,
        'tax': tax,
        'gross': gross,
        'refunds taken off': refunded,
      })),
    )
  })

  test('have the fields of a return for the One Stop Shop: Regulation (EU) 2020/194, annex III, of 12 February 2020', async () => {
    const rows = (await rowsOf(EXPORT_PATHS.monthTax)).filter(({ taxation }) => taxation === 'OSS')
    const states = EU_COUNTRIES.map((country) => (country === 'GR' ? 'EL' : country))
    expect(rows).toHaveLength(6)
    for (const row of rows) {
      expect(states).toContain(row['taxed in'])
      expect(row['kind of rate']).toMatch(/^(standard|reduced)$/)
      expect(row['rate in percent']).toMatch(/^\d{1,2},\d\d$/)
      for (const amount of ['net', 'tax', 'gross']) expect(row[amount]).toMatch(/^-?\d+,\d\d$/)
      const exact = (cents(row['net']) * cents(row['rate in percent'])) / 10_000
      expect(Math.abs(cents(row['tax']) - exact)).toBeLessThanOrEqual(1)
    }
    const keys = rows.map((row) => ['sold in', 'taxed in', 'rate in percent'].map((name) => row[name]).join())
    expect(new Set(keys).size).toBe(6)
    // A return corrects sales of earlier quarters apart from its own sales.
    for (const row of rows) expect(cents(row['gross']) < 0).toBe(row['sold in'] !== '2026-Q4')
  })

  test('have the sums that the command prints', async () => {
    const { code, said } = await runOwnersCommandHere('verify-books', shop.store, ['--month', '2026-11'])
    expect([code, said]).toEqual([
      0,
      'In 2026-11, €274.92 were paid, €54.02 refunded and €38.79 lost in disputes. Known fees are €2.49.\nThe books are in order.\n',
    ])
    for (const args of [['--month'], ['--month', '2026-13'], ['--month', '2026-11', '2026-12']])
      expect((await runOwnersCommandHere('verify-books', shop.store, args)).complained).toContain('Usage')
  })

  test('are named after the month, and contain no formulas', async () => {
    const { headers } = await get(`${EXPORT_PATHS.monthLines}?month=2026-11`)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="lines-2026-11.csv"',
      'cache-control': 'no-store',
    })
    const products = (await rowsOf(EXPORT_PATHS.monthLines)).map(({ product }) => product)
    expect(products).toEqual(expect.arrayContaining(['\'=1+1;"x"', "'-2 for 1", "'@espresso", 'Mug; blue']))
  })

  test('are refused without the session of an admin, or without a month', async () => {
    const pia = await shop.packer('Pia')
    for (const path of Object.values(EXPORT_PATHS).filter((one) => one.includes('/month/'))) {
      const answers = [
        await get(`${path}?month=2026-11`, {}),
        await get(`${path}?month=2026-11`, { cookie: pia.cookie }),
        await get(`${path}?month=2026-11`, { authorization: `Bearer ${ada.token}` }),
        await get(path),
        await get(`${path}?month=2026-13`),
        await get(`${path}?month=2026-11&day=1`),
      ]
      expect(
        answers.map(({ statusCode }) => statusCode),
        path,
      ).toEqual([401, 401, 401, 422, 422, 422])
    }
  })

  test('say of a gift whether its code was used', async () => {
    const paid = shop.database.read.selectFrom('orders').selectAll().where('number', '=', 5)
    const { payment_id, user_id } = await paid.executeTakeFirstOrThrow()
    const gift = { payment_id, user_id, request: 'a gift', deliveries: 3, data: '{}', created_at: 0 }
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('orders').set({ state: 'delivered' }).where('number', '=', 5).execute()
      const unused = { ...gift, code_hash: 'a hash', subscription_id: null }
      await tx.insertInto('gifts').values(unused).execute()
    })
    const state = async () =>
      (await rowsOf(EXPORT_PATHS.monthOrders)).find(({ number }) => number === '5')?.['state']
    expect(await state()).toBe('Gift, not used yet')
    await shop.database.write(({ tx }) => tx.updateTable('gifts').set({ subscription_id: 'begun' }).execute())
    expect(await state()).toBe('Gift, used')
  })

  test('are read in batches, and have every order and every refund once', async () => {
    const at = Date.parse('2026-09-10T12:00:00Z')
    // Three orders have the same time of payment, so that some of them are in different batches.
    const orders = Array.from({ length: 205 }, () => orderRow({ state: 'paid' }))
    const timeOf = (index: number) => at + Math.floor(index / 3)
    await enter(shop.database, {
      orders,
      payments: orders.map(({ id }, index) => paymentRow({ id, settled_at: timeOf(index) })),
      items: orders.flatMap(({ id }, index) =>
        ['Latte', 'Lungo'].map((product_name) =>
          itemRow({ product_name, payment: 'OK', payment_id: id, order_id: id, paid_at: timeOf(index) }),
        ),
      ),
    })
    const refunds = orders.map(({ payment_id }, index) =>
      refundRow({ payment_id, settled_at: timeOf(index) }),
    )
    await shop.database.write(({ tx }) => tx.insertInto('refunds').values(refunds).execute())
    const numbers = orders.map(({ number }) => String(number)).toSorted()
    const september = async (path: string, given: (row: string[]) => boolean) =>
      splitCsv((await get(`${path}?month=2026-09`)).body, ';')
        .slice(1)
        .filter(given)
    const of = (rows: string[][], column: number) => rows.map((row) => row[column]).toSorted()
    expect(of(await september(EXPORT_PATHS.monthOrders, () => true), 0)).toEqual(numbers)
    expect(of(await september(EXPORT_PATHS.monthMoney, ([, kind]) => kind === 'refund'), 2)).toEqual(numbers)
    expect(await september(EXPORT_PATHS.monthLines, () => true)).toHaveLength(410)
  })
})

describe.each(anyStore)('a shop without the One Stop Shop', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('charges its own rates in other countries, and has points and commas in the United States', async () => {
    const [ada, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
    const accounting = { ...germanShop.accounting, ossSince: '' }
    const tax = [
      { country: 'DE', standard: 1900, reduced: 700 },
      { country: 'AT', standard: 1900, reduced: 700 },
      { country: 'GR', standard: 2400, reduced: 1300 },
    ]
    await enterSales(shop.database, cora, { settings: { ...germanShop, accounting, tax } })
    const file = async () => {
      const url = `/api${EXPORT_PATHS.monthTax}?month=2026-11`
      return (await shop.app.inject({ url, headers: { cookie: ada.cookie } })).body
    }
    const taxed = splitCsv((await file()).slice(1), ';').map((row) => row.slice(1, 5).join(' '))
    expect(taxed.slice(1)).toEqual([
      'DE own country reduced 7,00',
      'CH no tax  0,00',
      'DE own country reduced 7,00',
      'DE own country standard 19,00',
      'DE own country zero 0,00',
      'DE unknown  0,00',
      'FR no tax  0,00',
      'EL OSS reduced 13,00',
      'EL OSS standard 24,00',
    ])
    // Of the sales to Austria, only the one that was refunded in November came after this day.
    const later = { ...germanShop, tax, accounting: { ...accounting, ossSince: '2026-11-05' } }
    await saveSelling(shop.database, later)
    await shop.database.write(async ({ publish }) => publish({ type: 'settings-changed' }))
    const rows = splitCsv((await file()).slice(1), ';').filter(([, country]) => country === 'AT')
    expect(rows.map((row) => row.slice(2).join(' '))).toEqual([
      'OSS reduced 7,00 0,00 0,00 0,00 12,90',
      'OSS standard 19,00 0,00 0,00 0,00 24,89',
    ])
    await saveSelling(shop.database, { ...germanShop, country: 'US' })
    await shop.database.write(async ({ publish }) => publish({ type: 'settings-changed' }))
    expect(await file()).toContain('2026-Q4,US,unknown,,0.00,2.50,0.00,2.50,0.00')
  })
})
