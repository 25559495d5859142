import type { TaxClass } from '#contract/selling/settings.ts'
import type { NewBrand, NewCoffee, NewPacket } from '#contract/shop-management.ts'
import { storedPhoto } from '#client/media/photo.ts'
import type { Photo } from '#client/media/photo.ts'

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
    about: { ...product, ...packedBody(input, before?.about) },
  }
}

/** The weight in grams and the tax class of a product, in the body of a request. */
type Packed = Pick<NewCoffee, 'weight' | 'taxClass'>

function packedFields({ weight, taxClass = 'standard' }: Packed): Pick<EntryFields, 'weight' | 'taxClass'> {
  return { weight: String(weight ?? ''), taxClass }
}

/**
 * The specification does not mention the weight and the tax class. So the weight is left out if it is empty before and
 * after the change, and the tax class if it is the standard class before and after.
 */
function packedBody({ weight, taxClass }: EntryInput, before: Packed = {}): Packed {
  const grams = weight.trim()
  const hadWeight = typeof before.weight === 'number'
  const isUsual = [taxClass, before.taxClass ?? 'standard'].every((each) => each === 'standard')
  return {
    ...(grams !== '' && { weight: Number(grams) }),
    ...(grams === '' && hadWeight && { weight: null }),
    ...(!isUsual && { taxClass }),
  }
}
