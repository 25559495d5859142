import { api } from '#client/lib/api.ts'
import { pages } from '#contract/pages.ts'
import type { NewPacket } from '#contract/shop-management.ts'
import { newPacket } from '../forms/payloads.ts'
import { packetFields } from '../forms/product-fields.ts'
import { packetFieldNames } from '../forms/server-errors.ts'
import { texts, words } from '../manage/texts.ts'
import type { EntryKind } from './entry-kind.ts'

export const packetKind: EntryKind<NewPacket> = {
  key: 'packet',
  noun: words.packet,
  next: words.packetNext,
  page: pages.shopPackets,
  addPage: pages.addPacket,
  listCall: 'GET /personPacket',
  facts: ({ about: { img, name, about, price, ratting } }) => ({
    img,
    name,
    about,
    price,
    ratting: Number(ratting),
  }),

  fieldsOf: packetFields,
  fieldNames: packetFieldNames,
  payload: newPacket,
  post: (body) => api('POST /addNewPacket', { body }),
  put: (id, body) => api('PUT /addNewPacket/{id}', { params: { id }, body }),
  addedToast: () => texts.packetAdded,
  nextSteps: () => [{ text: words.toPackets, to: pages.shopPackets }],

  remove: (id) => api('DELETE /packet/{id}', { params: { id } }),
  restore: (id) => api('PUT /packetRestore/{id}', { params: { id } }),
  deleteText: texts.deleteNow,
  deletedToast: texts.packetDeleted,
}
