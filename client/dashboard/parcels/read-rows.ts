import type { ParcelRow } from '#contract/orders/parcels.ts'
import { PARCEL_CELL_LENGTH } from '#contract/values/limits.ts'
import { TRACKING_LENGTH } from '#contract/values/orders/carriers.ts'
import { splitCsv } from '#contract/values/orders/split-csv.ts'

/**
 * The headings of the columns, in small letters and without spaces and signs, as parcel services write them. Of several in a
 * file, the first one here is read.
 */
const HEADINGS = {
  order: [
    'ordernumber',
    'orderno',
    'ordernr',
    'orderreference',
    'bestellnummer',
    'auftragsnummer',
    'sendungsreferenz',
    'referenznummer',
    'referenz',
    'reference',
    'orderid',
    'order',
  ],
  code: [
    'trackingnumber',
    'trackingno',
    'trackingcode',
    'trackingid',
    'tracking',
    'sendungsnummer',
    'trackinglink',
    'trackingurl',
  ],
  carrier: [
    'carrier',
    'carriername',
    'provider',
    'service',
    'shippingmethod',
    'versanddienstleister',
    'produkt',
  ],
} as const

/**
 * Reads a CSV file with tracking numbers, whatever its separators and its encoding are. Empty lines are left out, and a line
 * `sep=;` at the top, which Excel writes. Returns the name of the column that is missing if there is none for the orders or
 * the numbers. A cell that is too long becomes empty, so that the server refuses its row, and not the whole file.
 */
export function readRows(file: ArrayBuffer): ParcelRow[] | 'order' | 'code' {
  const text = decode(file).replace(/^sep=.\r?\n/i, '')
  const [head = [], ...lines] = splitCsv(text, separatorOf(text))
  const names = head.map((name) => name.toLowerCase().replaceAll(/[^a-zäöüß]/g, ''))
  const columnOf = (known: readonly string[]) => {
    const name = known.find((one) => names.includes(one))
    return name === undefined ? -1 : names.indexOf(name)
  }
  const [order, code, carrier] = [HEADINGS.order, HEADINGS.code, HEADINGS.carrier].map(columnOf)
  if (order === undefined || order < 0) return 'order'
  if (code === undefined || code < 0) return 'code'
  return lines
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => ({
      order: upTo(PARCEL_CELL_LENGTH.order, cellOf(cells, order)),
      code: upTo(TRACKING_LENGTH, cellOf(cells, code)),
      carrier: upTo(PARCEL_CELL_LENGTH.carrier, cellOf(cells, carrier ?? -1)),
    }))
}

function upTo(max: number, text: string): string {
  return text.length > max ? '' : text
}

/** Spreadsheet programs write a number as `="0034"` or `'0034`, so that it keeps its zeros. */
function cellOf(cells: string[], at: number): string {
  const text = cells[at]?.trim() ?? ''
  return text.replace(/^="(.*)"$/, '$1').replace(/^'/, '')
}

/** Files from Windows are often not UTF-8. */
function decode(file: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1)
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: head.split(separator).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ','
}
