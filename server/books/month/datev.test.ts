import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { enterSales, germanShop } from '#test/selling/german-month.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { readSnapshot } from '../snapshot.ts'
import { accountsOf } from './datev.ts'
import { sumMonth } from './sum-month.ts'

/*
 * Checks the file against DATEV's description "DATEV-Format" (developer.datev.de): header version 700, category 21
 * ("Buchungsstapel"), format version 13 of 2024, which is the newest one on 26 November 2026. There is a regular expression
 * for each of the 31 fields of the header, and for each of the 125 fields of a booking.
 */
const NOTHING = /^$/
const EMPTY_TEXT = /^""$/
const DATE = /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
const HEADER: RegExp[] = [
  /^"(EXTF|DTVF)"$/, // 1 Kennzeichen
  /^700$/, // 2 Versionsnummer
  /^21$/, // 3 Formatkategorie
  /^"Buchungsstapel"$/, // 4 Formatname
  /^13$/, // 5 Formatversion
  /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d){2}\d{3}$/, // 6 Erzeugt am
  NOTHING, // 7 Importiert
  /^"\w{0,2}"$/, // 8 Herkunft
  /^"\w{0,25}"$/, // 9 Exportiert von
  /^"\w{0,25}"$/, // 10 Importiert von
  /^(?!(0\d{0,3}|1000)$)\d{4,7}$/, // 11 Beraternummer, from 1001
  /^[1-9]\d{0,4}$/, // 12 Mandantennummer
  DATE, // 13 WJ-Beginn
  /^[4-8]$/, // 14 Sachkontenlänge
  DATE, // 15 Datum von
  DATE, // 16 Datum bis
  /^"[\w.\-/ ]{0,30}"$/, // 17 Bezeichnung
  /^"([A-Z]{2}){0,2}"$/, // 18 Diktatkürzel
  /^[12]$/, // 19 Buchungstyp
  /^(0|30|40|50|64)$/, // 20 Rechnungslegungszweck
  /^[01]$/, // 21 Festschreibung
  /^"[A-Z]{3}"$/, // 22 WKZ
  NOTHING,
  EMPTY_TEXT,
  NOTHING,
  NOTHING,
  /^"(\d{2}){0,2}"$/, // 27 Sachkontenrahmen
  /^\d{0,4}$/, // 28 ID der Branchenlösung
  NOTHING,
  EMPTY_TEXT,
  /^".{0,16}"$/, // 31 Anwendungsinformation
]

/** The fields of a booking that are no empty numbers, by their number. Texts are in quotes, also if they are empty. */
const TEXT = /^".{0,210}"$/
const BOOKING = new Map<number, RegExp>([
  [1, /^(?!0{1,10},00)\d{1,10},\d{2}$/], // Umsatz
  [2, /^"[SH]"$/], // Soll-/Haben-Kennzeichen
  [3, /^"([A-Z]{3})?"$/], // WKZ Umsatz
  [6, EMPTY_TEXT],
  [7, /^(?!0{1,9}$)\d{1,9}$/], // Konto
  [8, /^(?!0{1,9}$)\d{1,9}$/], // Gegenkonto
  [9, /^"(\d{1,4})?"$/], // BU-Schlüssel
  [10, /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/], // Belegdatum
  [11, /^"[\w$%\-/]{0,36}"$/], // Belegfeld 1
  [12, /^"[\w$%\-/]{0,12}"$/], // Belegfeld 2
  [14, /^".{0,60}"$/], // Buchungstext
  ...[16, 20, 37, 38, 42].map((field) => [field, TEXT] as const),
  ...Array.from({ length: 16 }, (_, at) => [21 + at, TEXT] as const), // Beleginfo
  [40, /^"([A-Z]{2}\w{0,13})?"$/], // EU-Mitgliedstaat u. UStID (Bestimmung)
  [41, /^(\d{2},\d{2})?$/], // EU-Steuersatz (Bestimmung)
  ...Array.from({ length: 40 }, (_, at) => [48 + at, TEXT] as const), // Zusatzinformation
  ...[91, 95, 96, 98, 102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123].map(
    (field) => [field, TEXT] as const,
  ),
  [114, /^[01]?$/], // Festschreibung
])

function expectFields(fields: string[], rules: (RegExp | undefined)[]): void {
  expect(fields).toHaveLength(rules.length)
  const wrong = fields.flatMap((text, at) =>
    (rules[at] ?? NOTHING).test(text) ? [] : [`field ${at + 1} is ${text}`],
  )
  expect(wrong).toEqual([])
}

describe.each(anyStore)('the file for DATEV', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let lines: string[]
  let sums: Awaited<ReturnType<typeof sumMonth>>

  beforeAll(async () => {
    const [admin, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
    ada = admin
    await enterSales(shop.database, cora)
    const { rawPayload } = await get()
    lines = rawPayload.toString('latin1').split('\r\n')
    sums = await readSnapshot(shop.store, (query) => sumMonth(query, '2026-11', 'EUR'))
  })

  const get = () =>
    shop.app.inject({
      url: `/api${EXPORT_PATHS.monthDatev}?month=2026-11`,
      headers: { cookie: ada.cookie },
    })
  const bookings = () => lines.slice(2, -1).map((line) => line.split(';'))

  test('has the name, the encoding and the line ends that DATEV expects', async () => {
    const { headers, rawPayload } = await get()
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=windows-1252',
      'content-disposition': 'attachment; filename="EXTF_Buchungsstapel_2026-11.csv"',
    })
    expect(rawPayload.includes(Buffer.from('BU-Schl\u00FCssel', 'latin1'))).toBe(true)
    expect([lines.at(-1), lines.some((line) => /[\r\n]/.test(line))]).toEqual(['', false])
  })

  test('begins with a header of 31 fields and the names of 125 columns', () => {
    const [header = '', headings = ''] = lines
    expectFields(header.split(';'), HEADER)
    expect(header.split(';').slice(10, 17)).toEqual([
      '1001',
      '7',
      '20260101',
      '4',
      '20261101',
      '20261130',
      '"Shop 2026-11"',
    ])
    const names = headings.split(';')
    expect([names.length, new Set(names).size]).toEqual([125, 125])
    expect([1, 10, 36, 40, 48, 88, 98, 114, 118, 125].map((field) => names[field - 1])).toEqual([
      'Umsatz (ohne Soll/Haben-Kz)',
      'Belegdatum',
      'Beleginfo - Inhalt 8',
      'EU-Land u. UStID (Bestimmung)',
      'Zusatzinformation - Art 1',
      'Stück',
      'EU-Land (Anzahlungen)',
      'Festschreibung',
      'Generalumkehr (GU)',
      'Abw. Skontokonto',
    ])
  })

  test('has only bookings whose fields are as described, with days of the month', () => {
    const rules = Array.from({ length: 125 }, (_, at) => BOOKING.get(at + 1))
    expect(bookings().length).toBeGreaterThan(15)
    for (const fields of bookings()) {
      expectFields(fields, rules)
      expect(fields[9]?.slice(2)).toBe('11')
      for (const account of [fields[6], fields[7]]) expect(account).toHaveLength(4)
    }
  })

  test('adds up to the books', () => {
    const cents = (text = '') => Number(text.replace(',', ''))
    const sumOf = (account: RegExp, side: string) =>
      bookings()
        .filter((fields) => account.test(fields[7] ?? '') && fields[1] === side)
        .reduce((sum, [amount]) => sum + cents(amount), 0)
    expect([sumOf(/^8/, '"S"'), sumOf(/^8/, '"H"'), sumOf(/^1360$/, '"S"')]).toEqual([
      sums.paid,
      sums.refunded,
      sums.fees + sums.lost,
    ])
  })

  test('books each part of an order on the account of its tax, and refunds the other way round', () => {
    const shown = (number: string) =>
      bookings()
        .filter((fields) => fields[10] === `"${number}"`)
        .map((fields) => [0, 1, 6, 7, 9, 13, 39, 40].map((at) => fields[at]?.replaceAll('"', '')).join(' '))
    expect(shown('1')).toEqual(['3,33 H 1360 8300 0211 Refund of order 1  '])
    expect(shown('2')).toEqual([
      '19,89 S 1360 8400 0111 Order 2  ',
      '25,80 S 1360 8300 0111 Order 2  ',
      '1,29 S 4970 1360 0111 Fee of order 2  ',
    ])
    expect(shown('4')).toEqual([
      '14,90 S 1360 8320 0311 Order 4 EL 24,00',
      '7,77 S 1360 8320 0311 Order 4 EL 13,00',
    ])
    expect(shown('5')).toEqual(['38,70 S 1200 8320 0411 Order 5 FR 05,50'])
    expect(shown('6')).toEqual(['29,99 S 1360 8120 0511 Order 6  '])
    expect(shown('7')).toEqual(['1,01 S 1000 8400 0611 Order 7  '])
    expect(shown('8')).toEqual(['2,50 S 1000 8200 0711 Order 8  '])
    expect(shown('14')).toEqual([
      '12,99 S 1360 8400 1211 Order 14  ',
      '25,80 S 1360 8300 1211 Order 14  ',
      '38,79 S 2400 1360 2811 Lost dispute of order 14  ',
    ])
    expect(shown('15')).toEqual([])
    expect(shown('9')).toEqual([
      '24,89 S 1360 8320 0811 Order 9 AT 20,00',
      '12,90 S 1360 8320 0811 Order 9 AT 10,00',
      '0,01 H 1360 8320 0911 Refund of order 9 AT 20,00',
      '14,63 H 1360 8320 1011 Refund of order 9 AT 20,00',
      '7,59 H 1360 8320 1011 Refund of order 9 AT 10,00',
      '10,25 H 1360 8320 3011 Refund of order 9 AT 20,00',
      '5,31 H 1360 8320 3011 Refund of order 9 AT 10,00',
    ])
  })
})

test('the accounts are those of the chart, unless the owner has entered others, all of one length', () => {
  const { accounting } = DEFAULT_SELLING
  const { accounts } = accounting
  expect(accountsOf({ ...accounting, chart: 'SKR04' }).standard).toBe('4400')
  const own = accountsOf({ ...germanShop.accounting, accounts: { ...accounts, card: '13601', oss: '8325' } })
  expect([own.card, own.oss, own.reduced]).toEqual(['13601', '83250', '83000'])
})
