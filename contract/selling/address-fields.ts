/** The fields of an address. They have no schema, so browsers load them without the schemas. */
export const addressFields = [
  'name',
  'company',
  'line1',
  'line2',
  'city',
  'region',
  'postcode',
  'phone',
] as const

export type AddressField = (typeof addressFields)[number]
