import { api } from '#client/lib/api.ts'
import { pages } from '#contract/pages.ts'
import type { NewCoffee } from '#contract/shop-management.ts'
import { newCoffee } from '../forms/payloads.ts'
import { coffeeFields } from '../forms/product-fields.ts'
import { coffeeFieldNames } from '../forms/server-errors.ts'
import { texts, words } from '../manage/texts.ts'
import { addCoffeeOf, addPacketOf } from './chosen.ts'
import type { EntryKind } from './entry-kind.ts'

export const coffeeKind: EntryKind<NewCoffee> = {
  key: 'coffee',
  noun: words.coffee,
  next: words.coffeeNext,
  page: pages.shopCoffees,
  addPage: pages.addCoffee,
  listCall: 'GET /packetName',
  facts: ({ img, name, category_name: note, price, ratting }) => ({
    img,
    name,
    note,
    price,
    ratting: Number(ratting),
  }),

  fieldsOf: coffeeFields,
  fieldNames: coffeeFieldNames,
  payload: newCoffee,
  post: (body) => api('POST /addNewCoffee', { body }),
  put: (id, body) => api('PUT /addNewCoffee/{id}', { params: { id }, body }),
  addedToast: ({ brand }) => texts.added(brand),
  nextSteps: ({ name, brand }) => [
    { text: words.nextPacket, to: addPacketOf(name.trim()) },
    { text: words.anotherCoffee, to: addCoffeeOf(brand) },
  ],

  remove: (id) => api('DELETE /packetNameDelete/{id}', { params: { id } }),
  restore: (id) => api('PUT /packetNameRestore/{id}', { params: { id } }),
  deleteText: texts.delete,
  deletedToast: texts.deleted,
}
