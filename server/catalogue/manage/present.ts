import type { CoffeeName, DeletedEntry, OwnBrand, Owner, Packet } from '#contract/shop-management.ts'
import type { BrandRow } from '#server/tables.ts'
import { presentSoldPart } from '../present.ts'
import type { DeletedRow, ListedProduct, OwnerRow } from './list-queries.ts'

/** The parts of a list entry that depend on the list: the `email`, and in the list of everyone's entries the owner. */
export type ListedFor = { email: string; owner?: Owner }

export function presentOwnBrand(row: BrandRow, listedFor: ListedFor): OwnBrand {
  return { _id: row.id, img: row.img, category_name: row.name, ratting: row.rating, ...listedFor }
}

/** The brand of a coffee is never null: a constraint of the table ensures that. */
export function presentCoffeeName(row: ListedProduct, listedFor: ListedFor): CoffeeName {
  return { _id: row.id, ...presentSoldPart(row), category_name: row.brand_name ?? '', ...listedFor }
}

/** The columns of a packet are never null for one: a constraint of the table ensures that. */
export function presentPacket(row: ListedProduct, listedFor: ListedFor): Packet {
  return {
    _id: row.id,
    img: row.cover_img ?? '',
    category_name: row.category ?? '',
    ...listedFor,
    about: { ...presentSoldPart(row), email: listedFor.email },
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

/** The owner of an entry, as the caller sees them. */
export function presentOwner(row: OwnerRow | undefined, callerId: string): Owner {
  if (row?.id === callerId) return { name: row.name, is: 'caller' }
  const isAdmin = row?.role === 'Admin' && row.archived_at === null
  return { name: row?.name ?? '', is: isAdmin ? 'admin' : 'gone' }
}
