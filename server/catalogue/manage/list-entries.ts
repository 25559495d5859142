import type { CoffeeName, DeletedEntry, OwnBrand, Packet } from '#contract/shop-management.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { RESTORE_MS } from './archive-entry.ts'
import type { Manage } from './manage.ts'
import { presentCoffeeName, presentDeleted, presentOwnBrand, presentOwner, presentPacket } from './present.ts'
import type { Whose } from './present.ts'
import * as queries from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Who asks, and whether for the entries of all admins instead of their own. */
type Asked = { caller: Caller; query: { whose?: 'everyone' } }

type Read = ShopDatabase['read']

/** Deleted entries of each kind that a page shows. */
const MOST_DELETED = 200

export function listBrands({ database: { read } }: Manage, asked: Asked): Promise<OwnBrand[]> {
  return list(read, asked, {
    own: queries.listOwnBrands,
    all: queries.listAllBrands,
    present: presentOwnBrand,
  })
}

export function listCoffees({ database: { read } }: Manage, asked: Asked): Promise<CoffeeName[]> {
  return list(read, asked, {
    own: queries.listOwnCoffees,
    all: queries.listAllCoffees,
    present: presentCoffeeName,
  })
}

export function listPackets({ database: { read } }: Manage, asked: Asked): Promise<Packet[]> {
  return list(read, asked, {
    own: queries.listOwnPackets,
    all: queries.listAllPackets,
    present: presentPacket,
  })
}

/** `own` and `all` return the newest entries first, the list has them last. */
type Kind<R, E> = {
  own: (db: Read, ownerId: string) => Promise<R[]>
  all: (db: Read) => Promise<R[]>
  present: (row: R, whose: Whose) => E
}

async function list<R extends { owner_id: string }, E>(
  read: Read,
  { caller, query }: Asked,
  { own, all, present }: Kind<R, E>,
): Promise<E[]> {
  if (query.whose !== 'everyone')
    return (await own(read, caller.userId)).toReversed().map((row) => present(row, { email: caller.email }))
  const rows = await all(read)
  const owners = await queries.findOwners(
    read,
    rows.map(({ owner_id }) => owner_id),
  )
  return rows.toReversed().map((row) => {
    const owner = owners.get(row.owner_id)
    return present(row, { email: owner?.email ?? caller.email, owner: presentOwner(owner, caller.userId) })
  })
}

/** What was deleted in the last 30 days and can be restored, newest first. */
export async function listDeleted({ database: { read } }: Manage, caller: Caller): Promise<DeletedEntry[]> {
  const asked = { since: now() - RESTORE_MS, limit: MOST_DELETED }
  const [brands, coffees, packets] = await Promise.all([
    queries.listDeletedBrands(read, asked),
    queries.listDeletedCoffees(read, asked),
    queries.listDeletedPackets(read, asked),
  ])
  const owners = await queries.findOwners(
    read,
    [...brands, ...coffees, ...packets].map(({ owner_id }) => owner_id),
  )
  const presented = (rows: queries.DeletedRow[], kind: DeletedEntry['kind']) =>
    rows.map((row) =>
      presentDeleted(row, { kind, owner: presentOwner(owners.get(row.owner_id), caller.userId) }),
    )
  const all = [
    ...presented(brands, 'brand'),
    ...presented(coffees, 'coffee'),
    ...presented(packets, 'packet'),
  ]
  return all.toSorted((a, b) => b.deletedAt - a.deletedAt)
}

/** How many entries in the shop a user owns. */
export async function countEntries(
  { database: { read } }: Manage,
  ownerId: string,
): Promise<{ brands: number; coffees: number; packets: number }> {
  const [brands, coffees, packets] = await Promise.all(
    (['brands', 'coffees', 'packets'] as const).map((kind) => queries.countOwn(read, { kind, ownerId })),
  )
  return { brands: brands ?? 0, coffees: coffees ?? 0, packets: packets ?? 0 }
}
