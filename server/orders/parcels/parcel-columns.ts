import type { Address } from '#contract/selling/settings.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import type { ParcelService } from '#contract/values/exports.ts'
import type { CsvColumns, CsvStyle, Decimal } from '#server/platform/tables/export-csv.ts'
import { splitStreet } from './split-street.ts'

/**
 * An order that has to be sent as a parcel. `grams` is null if the weight of a coffee is not known. `total` is in the shop's
 * currency, such as `12.50`. It is empty in files for packers, as `currency` and `email` are.
 */
export type Parcel = {
  number: number
  orderedAt: number
  email: string
  address: Address
  grams: number | null
  total: string
  currency: string
}

/** How a parcel service reads a file: its columns, and its separators and decimals. */
type ParcelFile = { columns: CsvColumns<Parcel>; style: CsvStyle }

const COMMAS: CsvStyle = { separator: ',', decimal: '.', hasBom: false }

/** A leading plus would be a formula in a spreadsheet program. All services understand two zeros. */
function phoneOf({ address }: Parcel): string {
  return address.phone.trim().replace(/^\+/, '00')
}

function kilograms({ grams }: Parcel): string | Decimal {
  return grams === null ? '' : { decimal: (grams / 1000).toFixed(3) }
}

/** Returns a weight in ounces, rounded up to tenths: a parcel that is heavier than it says comes back. */
function ounces({ grams }: Parcel): string {
  return grams === null ? '' : (Math.ceil((grams / 28.349_523_125) * 10) / 10).toFixed(1)
}

/**
 * Sendcloud, "How can I import CSV bulk orders" (support.sendcloud.com, article 360025142831, read on 26 November 2026):
 * commas, UTF-8, decimal points, ISO codes of countries, and the fields of an address with a separate house number.
 */
const sendcloud: ParcelFile = {
  style: COMMAS,
  columns: {
    'Order reference': ({ number }) => String(number),
    'Customer name': ({ address }) => address.name,
    'Company name': ({ address }) => address.company,
    'Street name': ({ address }) => splitStreet(address).street,
    'House number': ({ address }) => splitStreet(address).houseNumber,
    'Address line 2': ({ address }) => address.line2,
    'Postal code': ({ address }) => address.postcode,
    'City': ({ address }) => address.city,
    'State': ({ address }) => address.region,
    'Country code': ({ address }) => address.country,
    'Email': ({ email }) => email,
    'Phone number': phoneOf,
    'Weight': kilograms,
    'Weight unit': () => 'kg',
    'Order value': ({ total }) => total,
    'Currency': ({ currency }) => currency,
  },
}

/**
 * The function "Versenden" of the portal for DHL's business customers (dhl.de/geschaeftskunden, "Hilfe", read on 26 November
 * 2026). Its import has a template in which the columns are assigned once. They are called like its fields.
 */
const dhl: ParcelFile = {
  style: { separator: ';', decimal: ',', hasBom: false },
  columns: {
    'Sendungsreferenz': ({ number }) => String(number),
    'Empfänger Name 1': ({ address }) => address.company || address.name,
    'Empfänger Name 2': ({ address }) => (address.company ? address.name : ''),
    'Empfänger Straße': ({ address }) => splitStreet(address).street,
    'Empfänger Hausnummer': ({ address }) => splitStreet(address).houseNumber,
    'Empfänger Adresszusatz': ({ address }) => address.line2,
    'Empfänger PLZ': ({ address }) => address.postcode,
    'Empfänger Ort': ({ address }) => address.city,
    'Empfänger Provinz': ({ address }) => address.region,
    'Empfänger Land': ({ address }) => address.country,
    'Empfänger E-Mail': ({ email }) => email,
    'Empfänger Telefon': phoneOf,
    'Gewicht in kg': kilograms,
  },
}

/**
 * Shippo's template "Import orders via CSV" (support.goshippo.com), one row for each order, without its items. Columns that
 * its page does not know are assigned there by hand.
 */
const shippo: ParcelFile = {
  style: COMMAS,
  columns: {
    'Order Number': ({ number }) => String(number),
    'Order Date': ({ orderedAt }) => shopDay(orderedAt),
    'Recipient Name': ({ address }) => address.name,
    'Company': ({ address }) => address.company,
    'Email': ({ email }) => email,
    'Phone': phoneOf,
    'Street Line 1': ({ address }) => address.line1,
    'Street Number': () => '',
    'Street Line 2': ({ address }) => address.line2,
    'City': ({ address }) => address.city,
    'State/Province': ({ address }) => address.region,
    'Zip/Postal Code': ({ address }) => address.postcode,
    'Country': ({ address }) => address.country,
    'Order Weight': ({ grams }) => String(grams ?? ''),
    'Order Weight Unit': () => 'g',
    'Order Amount': ({ total }) => total,
    'Order Currency': ({ currency }) => currency,
  },
}

/**
 * Pirate Ship's sample of a spreadsheet ("Create a shipment", "Upload a spreadsheet", support.pirateship.com). Columns that
 * its page does not know are assigned there by hand.
 */
const pirateship: ParcelFile = {
  style: COMMAS,
  columns: {
    'Email': ({ email }) => email,
    'Name': ({ address }) => address.name,
    'Company': ({ address }) => address.company,
    'Address': ({ address }) => address.line1,
    'Address Line 2': ({ address }) => address.line2,
    'City': ({ address }) => address.city,
    'State': ({ address }) => address.region,
    'Zipcode': ({ address }) => address.postcode,
    'Country': ({ address }) => address.country,
    'Phone': phoneOf,
    'Order ID': ({ number }) => String(number),
    'Order Value': ({ total }) => total,
    'Ounces': ounces,
  },
}

export const parcelFiles: Record<ParcelService, ParcelFile> = { sendcloud, dhl, shippo, pirateship }
