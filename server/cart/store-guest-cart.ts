import type { GuestOrder } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import { lockGuest, setGuest } from '#server/guests/guests.ts'
import { newId } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, UserRow } from '#server/tables.ts'
import { deleteCart } from './cart.ts'
import type { Cart } from './cart.ts'
import { findGrindProblem } from './grinds.ts'
import { linesOfGuest } from './guest-cart.ts'
import { insertLines, listAllLines } from './queries.ts'

/** The guest as a customer, and the ids of the lines of the cart. */
type StoredCart = { caller: Caller; lines: string[] }

/**
 * Stores the cart of a guest. A cart that was stored before is replaced, unless it is the same, or a payment has reserved
 * it: then its lines are returned. Returns the problem `being-paid` if the reserved lines are others than those of
 * the request.
 */
export async function storeGuestCart(
  { database, products }: Pick<Cart, 'database' | 'products'>,
  guest: GuestOrder,
): Promise<StoredCart | Problem> {
  const person = { name: guest.name.trim(), email: guest.email.toLowerCase() }
  const wanted = await linesOfGuest(products, guest.items)
  if (wanted instanceof Problem) return wanted
  if (wanted.length === 0 || wanted.some(({ product }) => !product)) return new Problem('product-removed')
  const problem = await findGrindsProblem(database.read, guest)
  if (problem) return problem
  return database.write(async ({ tx }) => {
    const row = await lockGuest(tx, guest)
    if (row.archived_at !== null) return new Problem('state-conflict')
    const stored = await listAllLines(tx, { userId: row.id, email: row.email })
    const isSame = keyOf(stored) === keyOf(wanted.map((line) => line.row))
    const isReserved = stored.some(({ payment, payment_id }) => payment !== null || payment_id !== null)
    if (isReserved && !isSame) return new Problem('being-paid')
    if (isSame && (isReserved || (row.email === person.email && row.name === person.name)))
      return storedCart(row, stored)
    await deleteCart(tx, row)
    await setGuest(tx, { id: row.id, ...person })
    const owner = { user_id: row.id, email: person.email, customer: person.name }
    const lines = wanted.map((line) => ({ ...line.row, ...owner, id: newId() }))
    await insertLines(tx, lines)
    return storedCart({ id: row.id, ...person }, lines)
  })
}

function storedCart(
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
  lines: CartItemRow[],
): StoredCart {
  return { caller: { userId: id, name, email, isAdmin: false }, lines: lines.map((line) => line.id) }
}

/** Returns a text that is the same for carts with the same products and grinds. */
function keyOf(lines: CartItemRow[]): string {
  return JSON.stringify(lines.map(({ product_id, grind }) => [product_id, grind]).toSorted())
}

async function findGrindsProblem(db: Db, { items }: GuestOrder): Promise<Problem | null> {
  for (const grind of new Set(items.flatMap((item) => item.grind ?? []))) {
    const problem = await findGrindProblem(db, grind)
    if (problem) return problem
  }
  return null
}
