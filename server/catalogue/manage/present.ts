import { toPrice } from '#contract/values/money.ts'
import type { CoffeeName, DeletedEntry, OwnBrand, Owner, Packet } from '#contract/shop-management.ts'
import type { BrandRow, PacketRow } from '#server/tables.ts'
import type { CoffeeWithBrand, DeletedRow, OwnerRow } from './queries.ts'

/** The address an entry is listed under, and in the list of everyone's entries its owner. */
export type Whose = { email: string; owner?: Owner }

export function presentOwnBrand(row: BrandRow, whose: Whose): OwnBrand {
  return { _id: row.id, img: row.img, category_name: row.name, ratting: row.rating, ...whose }
}

export function presentCoffeeName(row: CoffeeWithBrand, whose: Whose): CoffeeName {
  const { id, img, name, rating, about } = row
  return {
    _id: id,
    img,
    name,
    price: toPrice(row.price_cents),
    category_name: row.brand_name,
    ratting: rating,
    about,
    ...whose,
  }
}

export function presentPacket(row: PacketRow, whose: Whose): Packet {
  const { email } = whose
  const { product_name: name, product_img: img, rating: ratting, about } = row
  return {
    _id: row.id,
    img: row.img,
    category_name: row.category,
    ...whose,
    about: { name, img, price: toPrice(row.price_cents), ratting, about, email },
  }
}

export function presentDeleted(
  row: DeletedRow,
  { kind, owner }: Pick<DeletedEntry, 'kind' | 'owner'>,
): DeletedEntry {
  const { id, name, img, archived_at, coffees, brand_name } = row
  return {
    _id: id,
    kind,
    name,
    img,
    deletedAt: archived_at ?? 0,
    owner,
    ...(coffees !== undefined && { coffees }),
    ...(brand_name !== undefined && { brand: brand_name }),
  }
}

/** The owner of an entry as the caller sees them. */
export function presentOwner(row: OwnerRow | undefined, callerId: string): Owner {
  if (row?.id === callerId) return { name: row.name, is: 'caller' }
  const isAdmin = row?.role === 'Admin' && row.archived_at === null
  return { name: row?.name ?? '', is: isAdmin ? 'admin' : 'gone' }
}
