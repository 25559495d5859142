import { api } from '#client/lib/api.ts'
import { pages } from '#contract/pages.ts'
import type { NewBrand } from '#contract/shop-management.ts'
import { newBrand } from '../forms/payloads.ts'
import { brandFields } from '../forms/product-fields.ts'
import { brandFieldNames } from '../forms/server-errors.ts'
import { texts, words } from '../manage/texts.ts'
import { addCoffeeOf } from './chosen.ts'
import type { EntryKind } from './entry-kind.ts'

export const brandKind: EntryKind<NewBrand> = {
  key: 'brand',
  noun: words.brand,
  next: words.brandNext,
  page: pages.shop,
  addPage: pages.addBrand,
  listCall: 'GET /personCoffee',
  facts: ({ img, category_name, ratting }) => ({ img, name: category_name, ratting: Number(ratting) }),

  fieldsOf: brandFields,
  fieldNames: brandFieldNames,
  payload: newBrand,
  post: (body) => api('POST /coffeeBrand', { body }),
  put: (id, body) => api('PUT /coffeeBrand/{id}', { params: { id }, body }),
  addedToast: ({ name }) => texts.added(name.trim()),
  nextSteps: ({ name }) => [{ text: words.nextCoffee, to: addCoffeeOf(name.trim()) }],

  countAlong: async (id) => (await api('GET /coffeeDetails/{id}', { params: { id } })).coffees.length,
  remove: (id) => api('DELETE /brandDelete/{id}', { params: { id } }),
  restore: (id) => api('PUT /brandRestore/{id}', { params: { id } }),
  deleteText: texts.delete,
  deletedToast: texts.deleted,
}
