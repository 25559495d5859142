import type { CallName } from '#contract/api.ts'
import type { Owner } from '#contract/shop-management.ts'
import type { NextStep } from '../forms/next-steps.tsx'
import type { Product, ProductFields } from '../forms/product-fields.ts'
import type { FieldNames } from '../forms/server-errors.ts'
import type { Noun } from '../manage/texts.ts'

/** What a card shows of an entry. */
export type Facts = {
  img: string
  name: string
  note?: string
  about?: string
  price?: string
  ratting: number
}

/** An entry as an admin gets it: what was sent, its id, and its owner in the list of everyone's entries. */
export type Entry<Sent> = Sent & { _id: string; owner?: Owner }

/** Everything in which brands, coffee names and packets differ; `Sent` is what is posted for one. */
export type EntryKind<Sent> = {
  /** In the names of drafts and of what is under way. */
  key: string
  noun: Noun
  /** What an empty list says about them. */
  next: string
  page: string
  addPage: string
  listCall: CallName & `GET ${string}`
  facts: (entry: Sent) => Facts

  fieldsOf: (entry: Sent) => ProductFields
  fieldNames: FieldNames
  /** What is sent for a product; `before` is the entry that is being edited. */
  payload: (product: Product, email: string, before?: Sent) => Sent
  post: (body: Sent) => Promise<{ acknowledged: boolean }>
  put: (id: string, body: Sent) => Promise<{ acknowledged: boolean }>
  addedToast: (product: Product) => string
  /** What to offer once a product was added. */
  nextSteps: (product: Product) => NextStep[]

  /** Counts what is deleted, and restored, with an entry. */
  countAlong?: (id: string) => Promise<number>
  remove: (id: string) => Promise<{ deletedCount: number }>
  restore: (id: string) => Promise<unknown>
  deleteText: string
  deletedToast: string
}
