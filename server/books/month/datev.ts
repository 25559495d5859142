import { Readable } from 'node:stream'
import type { Accounting, SellingSettings } from '#contract/selling/settings.ts'
import { ACCOUNT_NAMES, forAccounts, USUAL_ACCOUNTS } from '#contract/selling/accounts.ts'
import type { Accounts } from '#contract/selling/accounts.ts'
import { toAmountText } from '#contract/values/money.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { shopDates } from '#contract/values/dates/shop-dates.ts'
import { now } from '#server/platform/clock.ts'
import { datevLine, HEADINGS } from './datev-columns.ts'
import type { DatevCells } from './datev-columns.ts'
import type { Month } from './month-files.ts'
import { paidOrders } from './read-month.ts'
import { lostDisputes, madeRefunds } from './read-returned.ts'
import type { PaidOrder } from './read-month.ts'
import type { LostDispute, MadeRefund } from './read-returned.ts'
import { partsOf, partsOfRefund } from './taxed-parts.ts'
import type { TaxedPart } from './taxed-parts.ts'

/** Returns the accounts of the owner, and the usual ones for those that the owner left empty. All have the same length. */
export function accountsOf({ chart, accounts }: Accounting): Accounts {
  const usual = USUAL_ACCOUNTS[chart]
  const length = Math.max(...ACCOUNT_NAMES.map((name) => (accounts[name] || usual[name]).length))
  return forAccounts((name) => (accounts[name] || usual[name]).padEnd(length, '0'))
}

/**
 * The bookings of the month for DATEV: each part of an order from the account of its way of payment to one for revenue,
 * refunds the other way round, the fees of the gateway, and lost disputes. The file has the format EXTF 700, in Windows-1252.
 * Its fiscal year is the calendar year.
 */
export function writeDatev(month: Month & { name: string }): Readable {
  async function* lines() {
    yield `${headerOf(month)}\r\n${HEADINGS}\r\n`
    for await (const bookings of bookingsOf(month))
      yield bookings.map((cells) => `${datevLine(cells)}\r\n`).join('')
  }
  return Readable.from(lines())
}

/** Returns the first line of the file, which says what is in it. */
function headerOf({ span, name, settings: { accounting, currency } }: Month & { name: string }): string {
  const { consultant, client, chart } = accounting
  const compact = (day: string) => day.replaceAll('-', '')
  const [first, last] = [shopDay(span.from), shopDay(span.to - 1)]
  const created = Temporal.Instant.fromEpochMilliseconds(now())
    .toZonedDateTimeISO(shopDates().timeZone)
    .toPlainDateTime()
    .toString({ fractionalSecondDigits: 3 })
  return [
    '"EXTF";700;21;"Buchungsstapel";13',
    created.replaceAll(/\D/g, ''),
    ';"";"";""',
    consultant,
    client,
    `${first.slice(0, 4)}0101`,
    accountsOf(accounting).card.length,
    compact(first),
    compact(last),
    `"Shop ${name}"`,
    `"";1;0;0;"${currency}";;"";;`,
    `"${chart.slice(3)}"`,
    ';;"";""',
  ].join(';')
}

async function* bookingsOf({ db, span, settings }: Month): AsyncGenerator<DatevCells[]> {
  const book = bookingIn(settings)
  const accounts = accountsOf(settings.accounting)
  for await (const orders of paidOrders(db, span))
    yield orders.flatMap((order) => [
      ...partsOf(order, settings).flatMap((part) => book({ ...order, at: order.paidAt, part })),
      ...feeOf(order, { accounts, currency: settings.currency }),
    ])
  for await (const refunds of madeRefunds(db, span))
    yield refunds.flatMap((refund) => bookRefund(refund, book, settings))
  const lost = await lostDisputes(db, span)
  yield lost.flatMap((dispute) => bookDispute(dispute, { accounts, currency: settings.currency }))
}

type Booked = Pick<PaidOrder, 'number' | 'gateway'> & { at: number; part: TaxedPart }

/** Returns a function that books a part of an order or of a refund. It returns no cells if there is nothing to book. */
function bookingIn({ accounting, country, currency }: SellingSettings) {
  const accounts = accountsOf(accounting)
  return ({ at, number, gateway, part }: Booked): DatevCells[] => {
    const { gross, taxation, rate } = part
    if (gross === 0) return []
    const cells: DatevCells = {
      ...cellsOf({ at, number, cents: Math.abs(gross), currency }),
      'Soll/Haben-Kennzeichen': gross < 0 ? 'H' : 'S',
      'Konto': accounts[moneyAccount(gateway)],
      'Gegenkonto (ohne BU-Schlüssel)': accounts[revenueAccount(part, country)],
      'Buchungstext': `${gross < 0 ? 'Refund of order' : 'Order'} ${number}`,
    }
    if (taxation !== 'OSS') return [cells]
    const percent = (rate / 100).toFixed(2).padStart(5, '0').replace('.', ',')
    const state = part.country === 'GR' ? 'EL' : part.country
    return [{ ...cells, 'EU-Land u. UStID (Bestimmung)': state, 'EU-Steuersatz (Bestimmung)': percent }]
  }
}

function bookRefund(
  refund: MadeRefund,
  book: ReturnType<typeof bookingIn>,
  settings: SellingSettings,
): DatevCells[] {
  const { order, gateway, at } = refund
  if (!order) return []
  return partsOfRefund(refund, settings).flatMap((part) => book({ number: order.number, gateway, at, part }))
}

/** Books the fee of an order, if it is known, and in the currency of the file. */
function feeOf(
  { number, paidAt: at, gateway, feeCents, feeCurrency }: PaidOrder,
  { accounts, currency }: { accounts: Accounts; currency: string },
): DatevCells[] {
  if (!feeCents || feeCurrency !== currency) return []
  return [
    {
      ...cellsOf({ at, number, cents: Math.abs(feeCents), currency }),
      'Soll/Haben-Kennzeichen': feeCents < 0 ? 'H' : 'S',
      'Konto': accounts.fees,
      'Gegenkonto (ohne BU-Schlüssel)': accounts[moneyAccount(gateway)],
      'Buchungstext': `Fee of order ${number}`,
    },
  ]
}

/** Books a lost dispute, unless its payment was in another currency than the file. */
function bookDispute(
  { currency: paidIn, gateway, ...dispute }: LostDispute,
  { accounts, currency }: { accounts: Accounts; currency: string },
): DatevCells[] {
  if (dispute.cents === 0 || (paidIn ?? currency) !== currency) return []
  return [
    {
      ...cellsOf({ ...dispute, currency }),
      'Soll/Haben-Kennzeichen': 'S',
      'Konto': accounts.disputes,
      'Gegenkonto (ohne BU-Schlüssel)': accounts[moneyAccount(gateway)],
      'Buchungstext': `Lost dispute of order ${dispute.number}`,
    },
  ]
}

type Common = { at: number; number: number; cents: number; currency: string }

function cellsOf({ at, number, cents, currency }: Common) {
  const [, month, day] = shopDay(at).split('-')
  return {
    'Umsatz (ohne Soll/Haben-Kz)': toAmountText(cents, currency).replace('.', ','),
    'WKZ Umsatz': currency,
    'Belegdatum': `${day}${month}`,
    'Belegfeld 1': String(number),
    'Festschreibung': '0',
  }
}

function moneyAccount(gateway: string): 'card' | 'transfer' | 'cash' {
  if (['stripe', 'instant', 'reader'].includes(gateway)) return 'card'
  return ['pickup', 'cash'].includes(gateway) ? 'cash' : 'transfer'
}

function revenueAccount({ taxation, kind, country }: TaxedPart, own: string): keyof Accounts {
  if (taxation === 'OSS') return 'oss'
  if (taxation === 'abroad' || (taxation === 'no tax' && country !== own)) return 'abroad'
  return taxation === 'own country' && (kind === 'standard' || kind === 'reduced') ? kind : 'untaxed'
}
