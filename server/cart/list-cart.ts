import type { Nullable } from 'kysely'
import { MOST_ITEMS } from '#contract/values/limits.ts'
import type { EncodedResponse } from '#server/platform/http/response-cache.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Cart } from './cart.ts'
import type { VersionedCart } from './cart-cache.ts'
import { presentLine } from './present.ts'
import { listLines, listLinesUnless, listOlderUnpaid } from './list-queries.ts'
import type { ShownLine } from './list-queries.ts'

/**
 * Returns the lines of the caller's cart, paid and unpaid, oldest first. If there are more than 500, the oldest paid
 * lines are left out.
 */
export function listCart(cart: Cart, caller: Caller): Promise<EncodedResponse> {
  return cart.cache.get(caller.userId, (known) => readCart(cart, caller, known))
}

async function readCart(cart: Cart, caller: Caller, known: string | null): Promise<VersionedCart> {
  const { database, products, alone } = cart
  const read = alone ? readLines : readLinesUnless
  const { version, lines } = await read(database, caller, known)
  if (lines === null) return { version, items: null }
  const shown = lines.length < MOST_ITEMS ? lines : await unpaidFirst(database, caller, lines)
  const items = await Promise.all(
    shown
      .toReversed()
      .map(async (row) => presentLine(row, row.payment ? null : await products.byId(row.product_id))),
  )
  return { version, items }
}

type VersionedLines = { version: string; lines: ShownLine[] | null }

async function readLines({ read }: Cart['database'], caller: Caller): Promise<VersionedLines> {
  return { version: '', lines: await listLines(read, caller) }
}

/** Reads the lines, unless the version of the cart is `known`. */
async function readLinesUnless(
  { read }: Cart['database'],
  { userId, email }: Caller,
  known: string | null,
): Promise<VersionedLines> {
  const rows = await listLinesUnless(read, { userId, email, known: known ?? '' })
  const version = rows[0]?.version ?? ''
  // An empty cart has one row with the version alone.
  return { version, lines: version === known ? null : rows.filter(isLine) }
}

/** Narrows a row of the outer join, whose columns may all be null. */
function isLine<Row extends Nullable<ShownLine>>(row: Row): row is Row & ShownLine {
  return row.id !== null
}

/**
 * Returns the lines `newest`, but replaces the oldest paid lines by unpaid lines that are older than all of `newest`,
 * if there are any. The user must see every unpaid line, because the unpaid lines count towards the maximum size of the
 * cart.
 */
async function unpaidFirst(
  { longRead }: Cart['database'],
  caller: Caller,
  newest: ShownLine[],
): Promise<ShownLine[]> {
  const paid = newest.filter(({ payment }) => payment !== null)
  const before = newest.at(-1)?.id
  if (paid.length === 0 || before === undefined) return newest
  const older = await listOlderUnpaid(longRead, { ...caller, before }, paid.length)
  const replaced = new Set(paid.slice(paid.length - older.length))
  return [...newest.filter((row) => !replaced.has(row)), ...older]
}
