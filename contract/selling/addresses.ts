import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from '../call.ts'
import { Deleted, exact, Id, IdParams, oneOf } from '../fields.ts'
import { addressFields } from './address-fields.ts'
import { Address, Country } from './settings.ts'

/** A saved address. `lines` are the address as it is written on a parcel, in the order that is usual in its country. */
export const SavedAddress = exact({ _id: Id, address: Address, lines: Type.Array(Type.String()) })

export type SavedAddress = Static<typeof SavedAddress>

/**
 * How addresses of a country are written: the fields in their usual order, with the labels of that country. If
 * `regions` is not empty, the region must be one of them. `postcodeExample` is empty for a country without postcodes.
 */
export const AddressFormat = exact({
  country: Country,
  fields: Type.Array(exact({ name: oneOf(addressFields), label: Type.String(), isRequired: Type.Boolean() })),
  regions: Type.Array(exact({ value: Type.String(), label: Type.String() })),
  postcodeExample: Type.String(),
})

export type AddressFormat = Static<typeof AddressFormat>

const read = { access: 'signedIn', limit: 'read' } as const
const write = { access: 'signedIn', limit: 'write' } as const

export const addressCalls = {
  'GET /addresses': {
    summary: "The caller's saved addresses, the one used last first",
    ...read,
    answer: Type.Array(SavedAddress),
  },
  'POST /addresses': { summary: 'Save an address', ...write, body: Address, answer: SavedAddress },
  'PUT /addresses/{id}': {
    summary: 'Change a saved address',
    ...write,
    params: IdParams,
    body: Address,
    answer: SavedAddress,
  },
  'DELETE /addresses/{id}': {
    summary: 'Delete a saved address',
    ...write,
    params: IdParams,
    answer: Deleted,
  },
  'GET /addressFormat/{country}': {
    summary: 'How addresses of a country are written',
    access: 'public',
    limit: 'read',
    params: exact({ country: Country }),
    answer: AddressFormat,
  },
} as const satisfies CallTable
