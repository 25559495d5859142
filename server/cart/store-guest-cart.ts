import type { GuestOrder } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import { lockGuest, setGuest } from '#server/guests/guests.ts'
import { newId } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { CartItemRow, UserRow } from '#server/tables.ts'
import { deleteCart } from './cart.ts'
import type { Cart } from './cart.ts'
import { findGrindProblem } from './grinds.ts'
import { linesOfGuest } from './guest-cart.ts'
import type { WantedItem } from './guest-cart.ts'
import { hasOrdered, insertLines, listAllLines } from './queries.ts'

/** The guest as a customer, and the ids of the lines of the cart. */
type StoredCart = { caller: Caller; lines: string[] }

/**
 * Stores the cart of a guest. A cart that was stored before is replaced, unless it is the same, or a payment has reserved
 * it. Returns the problem `being-paid` if a payment has reserved other lines, or the same for another name or email address.
 * Returns `state-conflict` if the guest has become a user, or has cancelled an order with another email address: the mail
 * about that order has a link to all orders of the guest.
 */
export async function storeGuestCart(
  { database, products }: Pick<Cart, 'database' | 'products'>,
  guest: Omit<GuestOrder, 'items'> & { items: readonly WantedItem[] },
): Promise<StoredCart | Problem> {
  const person = { name: guest.name.trim(), email: guest.email.toLowerCase() }
  const wanted = await linesOfGuest(products, guest.items)
  if (wanted instanceof Problem) return wanted
  if (wanted.length === 0 || wanted.some(({ product }) => !product)) return new Problem('product-removed')
  const grinds = guest.items.flatMap(({ grind }) => grind ?? [])
  const problem = grinds.length > 0 && findGrindProblem(await readSelling(database.read), grinds)
  if (problem) return problem
  return database.write(async ({ tx }) => {
    const row = await lockGuest(tx, guest)
    if (row.archived_at !== null) return new Problem('state-conflict')
    const stored = await listAllLines(tx, { userId: row.id, email: row.email })
    const isSame = keyOf(stored) === keyOf(wanted.map((line) => line.row))
    const isPaid = stored.some(({ payment }) => payment !== null)
    const isReserved = isPaid || stored.some(({ payment_id }) => payment_id !== null)
    const isSamePerson = row.email === person.email && row.name === person.name
    if (isSame && (isPaid || isSamePerson)) return storedCart(row, stored)
    if (isReserved) return new Problem('being-paid')
    if (row.email !== person.email && (await hasOrdered(tx, row))) return new Problem('state-conflict')
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
  return { caller: { userId: id, name, email, role: null }, lines: lines.map((line) => line.id) }
}

/** Returns a text that is the same for carts with the same products, grinds, rhythms and roaster’s choices. */
function keyOf(lines: CartItemRow[]): string {
  return JSON.stringify(
    lines
      .map(({ product_id, grind, every_weeks, roasters_choice }) => [
        product_id,
        grind,
        every_weeks,
        roasters_choice,
      ])
      .toSorted(),
  )
}
