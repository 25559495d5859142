import type { CoffeeName, DeletedEntry, OwnBrand, Packet } from '#contract/shop-management.ts'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import { RESTORE_MS } from './archive-entry.ts'
import type { EntryKind } from './entry-kind.ts'
import * as queries from './list-queries.ts'
import { presentCoffeeName, presentDeleted, presentOwnBrand, presentOwner, presentPacket } from './present.ts'
import type { ListedFor } from './present.ts'

/**
 * A request for a list of brands, coffees or packets. With `whose: 'everyone'` the list contains the entries of all
 * owners. Otherwise it contains the entries of the caller and of owners who are no longer admins.
 */
type ListRequest = { caller: Caller; query: { whose?: 'everyone' } }

/**
 * The maximum number of deleted brands that are listed. Deleted coffees and deleted packets each have the same maximum.
 */
const MAX_DELETED = 200

export function listBrands(db: Db, request: ListRequest): Promise<OwnBrand[]> {
  return list(db, request, {
    kind: 'brand',
    read: (ownerId) => queries.listLiveBrands(db, ownerId),
    present: presentOwnBrand,
  })
}

export function listCoffees(db: Db, request: ListRequest): Promise<CoffeeName[]> {
  return list(db, request, {
    kind: 'coffee',
    read: (ownerId) => queries.listLiveProducts(db, { kind: 'coffee', ownerId }),
    present: presentCoffeeName,
  })
}

export function listPackets(db: Db, request: ListRequest): Promise<Packet[]> {
  return list(db, request, {
    kind: 'packet',
    read: (ownerId) => queries.listLiveProducts(db, { kind: 'packet', ownerId }),
    present: presentPacket,
  })
}

/**
 * How to list brands, coffees or packets. `read` returns the newest rows of an owner, or of all owners if `ownerId`
 * is null. The newest row comes first. `present` converts a row for the response, which lists the oldest entry first.
 */
type ListOf<Row, Entry> = {
  kind: EntryKind
  read: (ownerId: string | null) => Promise<Row[]>
  present: (row: Row, listedFor: ListedFor) => Entry
}

async function list<Row extends { id: string; owner_id: string }, Entry>(
  db: Db,
  { caller, query }: ListRequest,
  { kind, read, present }: ListOf<Row, Entry>,
): Promise<Entry[]> {
  if (query.whose !== 'everyone') {
    const rows = await readEach(await queries.listOwnersFor(db, { kind, userId: caller.userId }), read)
    return rows.toReversed().map((row) => present(row, { email: caller.email }))
  }
  const rows = await read(null)
  const owners = await findOwnersOf(db, rows)
  return rows.toReversed().map((row) => {
    const owner = owners.get(row.owner_id)
    return present(row, { email: owner?.email ?? caller.email, owner: presentOwner(owner, caller.userId) })
  })
}

/**
 * Lists the newest catalogue entries of several owners, with one query for each owner. Such a query reads only that
 * owner's part of an index. With a single query for these owners, SQLite would read the entries of all owners if most
 * entries belong to others. That takes 25 ms with 100,000 coffees.
 */
async function readEach<Row extends { id: string }>(
  owners: string[],
  read: (ownerId: string) => Promise<Row[]>,
): Promise<Row[]> {
  const lists = await Promise.all(owners.map(read))
  const newestFirst = lists.flat().toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return newestFirst.slice(0, MAX_LISTED)
}

/**
 * Lists the brands, coffees and packets that were deleted in the last 30 days and can be restored. The one that was
 * deleted last comes first.
 */
export async function listDeleted(db: Db, caller: Caller): Promise<DeletedEntry[]> {
  const sought = { since: now() - RESTORE_MS, limit: MAX_DELETED }
  const [brands, coffees, packets] = await Promise.all([
    queries.listDeletedBrands(db, sought),
    queries.listDeletedProducts(db, { kind: 'coffee', ...sought }),
    queries.listDeletedProducts(db, { kind: 'packet', ...sought }),
  ])
  const owners = await findOwnersOf(db, [...brands, ...coffees, ...packets])
  const present = (kind: EntryKind) => (row: queries.DeletedRow) =>
    presentDeleted(row, { kind, owner: presentOwner(owners.get(row.owner_id), caller.userId) })
  const entries = [
    ...brands.map(present('brand')),
    ...coffees.map(present('coffee')),
    ...packets.map(present('packet')),
  ]
  return entries.toSorted((a, b) => b.deletedAt - a.deletedAt)
}

function findOwnersOf(db: Db, rows: { owner_id: string }[]) {
  return queries.findOwners(
    db,
    rows.map(({ owner_id }) => owner_id),
  )
}

/** Counts the brands, coffees and packets that a user owns. Deleted ones are not counted. */
export async function countEntries(
  db: Db,
  ownerId: string,
): Promise<{ brands: number; coffees: number; packets: number }> {
  const [brands, coffees, packets] = await Promise.all([
    queries.countOwned(db, { kind: 'brand', ownerId }),
    queries.countOwned(db, { kind: 'coffee', ownerId }),
    queries.countOwned(db, { kind: 'packet', ownerId }),
  ])
  return { brands, coffees, packets }
}
