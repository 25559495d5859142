import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { ReviewRow } from '#server/tables/product-rows.ts'

/** The id of a coffee or of one of its bags, and the person who reviews it. */
type Reviewed = { id: string; caller: Pick<Caller, 'userId'> }

/** Returns whether the caller has bought a coffee or one of its bags, and the caller's review of it, or null. */
export async function readOwnReview(
  { read }: ShopDatabase,
  { id, caller: { userId } }: Reviewed,
): Promise<{ hasBought: boolean; review: OwnReview | null }> {
  const coffee = await findCoffee(read, id)
  if (!coffee) return { hasBought: false, review: null }
  const row = await read
    .selectFrom('reviews')
    .selectAll()
    .where('user_id', '=', userId)
    .where('product_id', '=', coffee.id)
    .executeTakeFirst()
  return { hasBought: await hasBought(read, userId, coffee.id), review: row ? presentOwnReview(row) : null }
}

type Said = Omit<OwnReview, 'state'>

/**
 * Stores the caller's review of a coffee, which replaces an earlier one. Visitors see it at once if the owner wants that,
 * unless the earlier one is hidden or waits, otherwise once an admin has looked at it. Returns the problem `not-bought` for
 * a coffee that the caller has not bought.
 */
export function saveReview(
  { write }: ShopDatabase,
  { id, caller }: Reviewed & { caller: Pick<Caller, 'userId' | 'name'> },
  { stars, text, brewedWith }: Said,
): Promise<OwnReview | Problem> {
  return write(async ({ tx, publish }) => {
    const coffee = await findCoffee(tx, id)
    if (!coffee) return new Problem('not-found')
    if (!(await hasBought(tx, caller.userId, coffee.id))) return new Problem('not-bought')
    const { showsReviewsAtOnce } = await readSelling(tx)
    const said = {
      product_name: coffee.name,
      name: firstName(caller.name),
      stars,
      text: text.trim(),
      brewed_with: brewedWith.trim(),
      state: showsReviewsAtOnce ? ('shown' as const) : ('waiting' as const),
      written_at: now(),
    }
    const row = { id: newId(), product_id: coffee.id, user_id: caller.userId, ...said }
    const stored = await tx
      .insertInto('reviews')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'product_id']).doUpdateSet(({ case: when, ref }) => ({
          ...said,
          state: when()
            .when('reviews.state', '=', sql.lit('shown' as const))
            .then(ref('excluded.state'))
            .else(sql.lit('waiting' as const))
            .end(),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    publish({ type: 'catalogue-changed' })
    return presentOwnReview(stored)
  })
}

/** Deletes all reviews of a user whose account is deleted, so that visitors do not see them any more. */
export async function deleteReviewsOf({ tx, publish }: ShopWrite, userId: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('reviews').where('user_id', '=', userId).executeTakeFirst()
  if (numDeletedRows > 0n) publish({ type: 'catalogue-changed' })
}

/** Returns the coffee that a review of a product is about: for a bag, the coffee that it belongs to. */
function findCoffee(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('products')
    .leftJoin('products as coffees', 'coffees.id', 'products.coffee_id')
    .select(({ fn }) => [
      fn.coalesce('coffees.id', 'products.id').as('id'),
      fn.coalesce('coffees.name', 'products.name').as('name'),
    ])
    .where('products.id', '=', id)
    .executeTakeFirst()
}

async function hasBought(db: Db, userId: string, coffeeId: string): Promise<boolean> {
  const line = await db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select('cart_items.id')
    .where('cart_items.user_id', '=', userId)
    .where('cart_items.paid_at', 'is not', null)
    .where(({ or, eb }) => or([eb('products.id', '=', coffeeId), eb('products.coffee_id', '=', coffeeId)]))
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/** Only the first name is shown to visitors. */
function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

function presentOwnReview({ stars, text, brewed_with, state }: ReviewRow): OwnReview {
  return { stars, text, brewedWith: brewed_with, state }
}
