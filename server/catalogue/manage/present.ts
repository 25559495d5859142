import type { CoffeeName, DeletedEntry, OwnBrand, Owner, Packet } from '#contract/shop-management.ts'
import type { BrandRow, ProductRow } from '#server/tables.ts'
import { presentSoldPart } from '../present.ts'
import type { DeletedRow, ListedProduct, OwnerRow } from './list-queries.ts'

/**
 * The fields of a listed brand, coffee or packet that depend on the request. `owner` is set only in the list of the
 * entries of all admins. In that list `email` is the owner's address, otherwise it is the caller's address.
 */
export type ListedFor = { email: string; owner?: Owner }

export function presentOwnBrand(row: BrandRow, listedFor: ListedFor): OwnBrand {
  return { _id: row.id, img: row.img, category_name: row.name, ratting: row.rating, ...listedFor }
}

/**
 * Converts the database row of a coffee for a response. The name of the brand is not null, because a constraint of
 * the table ensures that every coffee has a brand.
 */
export function presentCoffeeName(row: ListedProduct, listedFor: ListedFor): CoffeeName {
  const { id: _id, brand_name } = row
  return {
    _id,
    ...presentSoldPart(row),
    ...presentPacked(row),
    category_name: brand_name ?? '',
    ...listedFor,
  }
}

/**
 * Converts the database row of a packet for a response. The cover picture and the category are not null, because a
 * constraint of the table ensures that every packet has both.
 */
export function presentPacket(row: ListedProduct, listedFor: ListedFor): Packet {
  return {
    _id: row.id,
    img: row.cover_img ?? '',
    category_name: row.category ?? '',
    ...listedFor,
    about: { ...presentSoldPart(row), ...presentPacked(row), email: listedFor.email },
  }
}

/** Returns the weight in grams if it is known, and the tax class unless it is `standard`. */
function presentPacked({ weight_grams, tax_class }: ProductRow): Pick<CoffeeName, 'weight' | 'taxClass'> {
  return {
    ...(weight_grams !== null && { weight: weight_grams }),
    ...(tax_class !== 'standard' && { taxClass: tax_class }),
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
    ...(brand_name && { brand: brand_name }),
  }
}

/** Describes the owner of a brand, coffee or packet: the caller, another admin, or a user who is no longer an admin. */
export function presentOwner(row: OwnerRow | undefined, callerId: string): Owner {
  if (row?.id === callerId) return { name: row.name, is: 'caller' }
  const isAdmin = row?.role === 'Admin' && row.archived_at === null
  return { name: row?.name ?? '', is: isAdmin ? 'admin' : 'gone' }
}
