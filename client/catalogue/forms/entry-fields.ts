import type { TaxClass } from '#contract/selling/settings.ts'
import type { NewBrand, NewCoffee, NewPacket } from '#contract/shop-management.ts'
import { storedPhoto } from '#client/media/photo.ts'
import type { Photo } from '#client/media/photo.ts'
import { factsBody, factsFields, NO_FACTS } from '../facts/facts-fields.ts'
import type { FactsFields } from '../facts/facts-fields.ts'

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
  /** Whether customers see the price before beside a lower one. */
  reduced: boolean
  facts: FactsFields
  /** The URLs of the pictures besides `photo`. */
  pictures: string[]
  /** The id of the coffee of which a packet is another size, or empty. */
  coffeeId: string
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
  reduced: false,
  facts: NO_FACTS,
  pictures: [],
  coffeeId: '',
}

/** The values of a submitted form. `img` is the URL of the uploaded picture, and takes the place of `photo`. */
export type EntryInput = Omit<EntryFields, 'photo'> & { img: string }

export function brandFields({ img, category_name, ratting }: NewBrand): EntryFields {
  return { ...NO_FIELDS, photo: storedPhoto(img), name: category_name, ratting: String(ratting) }
}

export function brandBody({ img, name, ratting }: EntryInput, email: string): NewBrand {
  return { img, category_name: name.trim(), ratting: Number(ratting), email }
}

export function coffeeFields(coffee: NewCoffee): EntryFields {
  const { img, name, price, category_name, about = '', ratting } = coffee
  return {
    photo: storedPhoto(img),
    name,
    price,
    brand: category_name,
    about,
    ratting: String(ratting),
    coffeeId: '',
    ...packedFields(coffee),
  }
}

/** `before` is the coffee as it was before the change, or undefined for a new coffee. */
export function coffeeBody(input: EntryInput, email: string, before?: NewCoffee): NewCoffee {
  const { img, name, price, brand, about, ratting } = input
  return {
    img,
    name: name.trim(),
    price: price.trim(),
    category_name: brand,
    ratting: Number(ratting),
    about: about.trim(),
    ...packedBody(input, before),
    email,
  }
}

export function packetFields({ about: product }: NewPacket): EntryFields {
  const { img, name, price, ratting, about } = product
  return {
    ...NO_FIELDS,
    photo: storedPhoto(img),
    name,
    price,
    about,
    ratting: String(ratting),
    ...packedFields(product),
    coffeeId: product.coffeeId ?? '',
  }
}

/**
 * The name of the coffee is also the packet's category, and the product's picture is also the packet's cover picture.
 * An edited packet keeps its category if the name is unchanged, and its cover picture if the product's picture is
 * unchanged.
 */
export function packetBody(input: EntryInput, email: string, before?: NewPacket): NewPacket {
  const { img, name, price, about, ratting } = input
  const product = { name, img, price: price.trim(), ratting: Number(ratting), about: about.trim(), email }
  return {
    img: before && img === before.about.img ? before.img : img,
    category_name: before && name === before.about.name ? before.category_name : name,
    email,
    about: { ...product, ...packedBody(input, before?.about), ...sizeBody(input, before?.about) },
  }
}

/** The fields of a product that the specification does not have, in the body of a request. */
type Packed = Pick<NewCoffee, 'weight' | 'taxClass' | 'reduced' | 'facts' | 'pictures'>

type PackedFields = Pick<EntryFields, 'weight' | 'taxClass' | 'reduced' | 'facts' | 'pictures'>

function packedFields(packed: Packed): PackedFields {
  const { weight, taxClass = 'standard', reduced = false, facts, pictures = [] } = packed
  return { weight: String(weight ?? ''), taxClass, reduced, facts: factsFields(facts), pictures }
}

/**
 * The specification does not mention these fields. So the weight is left out if it is empty before and after the change,
 * the tax class if it is the standard class before and after, the reduction if there is none before and after, and the facts
 * and the pictures if they are unchanged.
 */
function packedBody({ weight, taxClass, reduced, facts, pictures }: EntryInput, before: Packed = {}): Packed {
  const isUsual = [taxClass, before.taxClass ?? 'standard'].every((each) => each === 'standard')
  const said = factsBody(facts)
  return {
    ...weightBody(weight.trim(), before),
    ...(!isUsual && { taxClass }),
    ...((reduced || before.reduced) && { reduced }),
    ...(!isSame(said, factsBody(factsFields(before.facts))) && { facts: said }),
    ...(!isSame(pictures, before.pictures ?? []) && { pictures }),
  }
}

function weightBody(grams: string, before: Packed): Packed {
  if (grams !== '') return { weight: Number(grams) }
  return typeof before.weight === 'number' ? { weight: null } : {}
}

function sizeBody({ coffeeId }: EntryInput, before: Pick<NewPacket['about'], 'coffeeId'> = {}) {
  return coffeeId === (before.coffeeId ?? '') ? {} : { coffeeId: coffeeId === '' ? null : coffeeId }
}

/** Both values must have been made in the same way, so that their properties have the same order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
