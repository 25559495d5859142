import { ApiError } from '#client/lib/api.ts'
import type { ProductFields } from './product-fields.ts'

export type FieldName = keyof ProductFields

/** How the shop names the fields of a call, and which field of the form that is. */
export type FieldNames = Record<string, FieldName>

export const brandFieldNames: FieldNames = { img: 'photo', category_name: 'name', ratting: 'ratting' }

export const coffeeFieldNames: FieldNames = {
  img: 'photo',
  name: 'name',
  price: 'price',
  category_name: 'brand',
  about: 'about',
  ratting: 'ratting',
}

export const packetFieldNames: FieldNames = {
  'img': 'photo',
  'category_name': 'name',
  'about.name': 'name',
  'about.img': 'photo',
  'about.about': 'about',
  'about.price': 'price',
  'about.ratting': 'ratting',
}

/** What the shop objects to, field by field: the first objection to each. Empty where it is about no field. */
export function fieldErrors(error: unknown, names: FieldNames): Map<FieldName, string> {
  const found = new Map<FieldName, string>()
  const errors = error instanceof ApiError ? (error.body?.errors ?? []) : []
  for (const { field, message } of errors) {
    const name = names[field]
    if (name && !found.has(name)) found.set(name, sentence(message))
  }
  return found
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1)
}
