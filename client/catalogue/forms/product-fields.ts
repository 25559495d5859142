import { storedPhoto } from '#client/media/photo.ts'
import type { Photo } from '#client/media/photo.ts'
import type { NewBrand, NewCoffee, NewPacket } from '#contract/shop-management.ts'

/** What is typed into the three forms; each uses some of it. `name` is the brand's or the coffee's. */
export type ProductFields = {
  photo: Photo | null
  name: string
  price: string
  brand: string
  about: string
  /** `1` to `5`, empty while none is chosen. */
  ratting: string
}

/** The same with the address of the picture in the shop. */
export type Product = Omit<ProductFields, 'photo'> & { img: string }

export const NO_FIELDS: ProductFields = {
  photo: null,
  name: '',
  price: '',
  brand: '',
  about: '',
  ratting: '',
}

/** The forms filled in with what an entry has. */
export function brandFields({ img, category_name, ratting }: NewBrand): ProductFields {
  return { ...NO_FIELDS, photo: storedPhoto(img), name: category_name, ratting: String(ratting) }
}

export function coffeeFields({
  img,
  name,
  price,
  category_name,
  ratting,
  about = '',
}: NewCoffee): ProductFields {
  return {
    ...NO_FIELDS,
    photo: storedPhoto(img),
    name,
    price,
    brand: category_name,
    about,
    ratting: String(ratting),
  }
}

export function packetFields({ about: { img, name, price, ratting, about } }: NewPacket): ProductFields {
  return { ...NO_FIELDS, photo: storedPhoto(img), name, price, about, ratting: String(ratting) }
}
