import type { ComponentType } from 'react'
import type { FormState, UseFormRegister } from 'react-hook-form'
import type { CallName } from '#contract/api.ts'
import type { Owner } from '#contract/shop-management.ts'
import type { Photo } from '#client/media/photo.ts'
import type { Noun } from '../manage/texts.ts'

/** The values of a form. Every kind of entry uses some of them. `name` is the name of the brand or of the coffee. */
export type EntryFields = {
  photo: Photo | null
  name: string
  price: string
  brand: string
  about: string
  /** `1` to `5`, or empty while none is selected. */
  ratting: string
}

export type FieldName = keyof EntryFields

export const NO_FIELDS: EntryFields = {
  photo: null,
  name: '',
  price: '',
  brand: '',
  about: '',
  ratting: '',
}

/** The values of a submitted form. `img` is the address of the uploaded picture. */
export type EntryInput = Omit<EntryFields, 'photo'> & { img: string }

/** The values of an entry that its card shows. */
export type Facts = {
  img: string
  name: string
  note?: string
  about?: string
  price?: string
  ratting: number
}

/** An entry in a list: the body that was sent to add it, with its id. Lists of everyone's entries have the owner, too. */
export type Entry<Sent> = Sent & { _id: string; owner?: Owner }

/** A link to another form, shown after an entry was added. */
export type NextStep = { text: string; to: string }

/** `initial` has the values that the form was opened with or reset to. */
export type FieldsProps = {
  register: UseFormRegister<EntryFields>
  errors: FormState<EntryFields>['errors']
  initial: FormState<EntryFields>['defaultValues']
}

/** The differences between brands, coffee names and packets. `Sent` is the body of the request that adds one. */
export type EntryKind<Sent> = {
  /** Part of the keys of drafts and of mutations. */
  key: string
  noun: Noun
  /** The advice in an empty list. */
  next: string
  page: string
  addPage: string
  listCall: CallName & `GET ${string}`
  facts: (entry: Sent) => Facts

  /** The text of the button that adds an entry, and the title of the page with the form. */
  addText: string
  /** The fields of the form beside the picture. */
  Fields: ComponentType<FieldsProps>
  fieldsOf: (entry: Sent) => EntryFields
  /** Maps the names of the request's fields, which the server's error messages use, to the fields of the form. */
  fieldNames: Record<string, FieldName>
  /** Builds the body of the request. `before` is the entry that is being edited. */
  bodyOf: (input: EntryInput, email: string, before?: Sent) => Sent
  post: (body: Sent) => Promise<{ acknowledged: boolean }>
  put: (id: string, body: Sent) => Promise<{ acknowledged: boolean }>
  addedToast: (input: EntryInput) => string
  nextSteps: (input: EntryInput) => NextStep[]

  /** Counts the coffees that are deleted and restored with an entry. */
  countCoffees?: (id: string) => Promise<number>
  remove: (id: string) => Promise<{ deletedCount: number }>
  restore: (id: string) => Promise<unknown>
  deleteText: string
  deletedToast: string
}
