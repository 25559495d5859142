import type { ComponentType } from 'react'
import type { FormState, UseFormRegister } from 'react-hook-form'
import type { CallName } from '#contract/api.ts'
import type { TaxClass } from '#contract/selling/settings.ts'
import type { Owner } from '#contract/shop-management.ts'
import type { Photo } from '#client/media/photo.ts'
import type { Noun } from '../manage/texts.ts'

/**
 * The values of the form for a brand, a coffee or a packet. Each of the three forms uses only some of the fields.
 * `name` is the name of the brand or of the coffee.
 */
export type EntryFields = {
  photo: Photo | null
  name: string
  price: string
  brand: string
  about: string
  /** The rating as text: a number of stars from `1` to `5`, or empty if none is selected. */
  ratting: string
  /** The weight in grams as text, or empty if it is unknown. Brands have none. */
  weight: string
  taxClass: TaxClass
}

export type FieldName = keyof EntryFields

export const NO_FIELDS: EntryFields = {
  photo: null,
  name: '',
  price: '',
  brand: '',
  about: '',
  ratting: '',
  weight: '',
  taxClass: 'standard',
}

/** The values of a submitted form. `img` is the URL of the uploaded picture, and takes the place of `photo`. */
export type EntryInput = Omit<EntryFields, 'photo'> & { img: string }

/** The values that are shown on the card of a brand, a coffee or a packet. */
export type Facts = {
  img: string
  name: string
  note?: string
  about?: string
  price?: string
  ratting: number
  /** The weight in grams. */
  weight?: number | undefined
}

/**
 * A brand, a coffee or a packet in a list: its id, and the fields of the request that adds it. `owner` is set only in
 * lists with the entries of all admins.
 */
export type Entry<Sent> = Sent & { _id: string; owner?: Owner }

/** A link to the next step, shown after a brand, a coffee or a packet was added. */
export type NextStep = { text: string; to: string }

/**
 * The props of the component that renders the fields of a form. `initial` has the values with which the form was
 * opened or last reset.
 */
export type FieldsProps = {
  register: UseFormRegister<EntryFields>
  errors: FormState<EntryFields>['errors']
  initial: FormState<EntryFields>['defaultValues']
}

/**
 * Describes one kind of catalogue entry (brands, coffees or packets) for the forms and lists, whose code is the same
 * for all kinds. `Sent` is the body of the request that adds an entry.
 */
export type EntryKind<Sent> = {
  /** Identifies the kind of catalogue entry in the storage keys of drafts and in mutation keys. */
  key: string
  noun: Noun
  /** Whether entries of this kind have a stock, so that they can be sold out. */
  hasStock: boolean
  /** The advice that is shown when a list has no entries. */
  next: string
  page: string
  addPage: string
  listCall: CallName & `GET ${string}`
  facts: (entry: Sent) => Facts

  /** The text of the button that adds an entry, and also the title of the page with the form. */
  addText: string
  /**
   * The component with the form fields for this kind of entry. It does not contain the picture field, which all kinds
   * have.
   */
  Fields: ComponentType<FieldsProps>
  fieldsOf: (entry: Sent) => EntryFields
  /**
   * Maps the field names in the body of the request to the fields of the form. The server's validation errors use the
   * names in the body.
   */
  fieldNames: Record<string, FieldName>
  /**
   * Builds the body of the request that adds or changes an entry. `before` is the entry as it was before the change,
   * or undefined for a new entry.
   */
  bodyOf: (input: EntryInput, email: string, before?: Sent) => Sent
  post: (body: Sent) => Promise<{ acknowledged: boolean }>
  put: (id: string, body: Sent) => Promise<{ acknowledged: boolean }>
  addedToast: (input: EntryInput) => string
  nextSteps: (input: EntryInput) => NextStep[]

  /**
   * Returns the number of coffees of a brand, which are deleted and restored together with the brand. Other kinds of
   * entries do not have this function.
   */
  countCoffees?: (id: string) => Promise<number>
  remove: (id: string) => Promise<{ deletedCount: number }>
  restore: (id: string) => Promise<unknown>
  deleteText: string
  deletedToast: string
}
