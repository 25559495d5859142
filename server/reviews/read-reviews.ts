import { sql } from 'kysely'
import type { ListedReview, Review, Reviews } from '#contract/reviews.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { REVIEWS_SHOWN } from '#contract/values/limits.ts'
import { List } from '#server/platform/tables/list.ts'
import type { NewestQuery } from '#contract/paging.ts'
import type { Db } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'
import type { ReviewRow } from '#server/tables/product-rows.ts'

/** Returns what visitors see of the reviews of a coffee. */
export async function readReviews(db: Db, coffeeId: string): Promise<Reviews> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .select([
      sql<number>`cast(COUNT(*) OVER () as bigint)`.as('count'),
      sql<number>`cast(SUM(stars) OVER () as bigint)`.as('sum'),
    ])
    .where('product_id', '=', coffeeId)
    .where('state', '=', sql.lit('shown'))
    .orderBy('written_at', 'desc')
    .limit(REVIEWS_SHOWN)
    .execute()
  const [{ count, sum } = { count: 0, sum: 0 }] = rows
  const average = count === 0 ? 0 : Math.round((10 * sum) / count) / 10
  return { count, average, newest: rows.map(presentReview) }
}

/** The list of all reviews, for admins. */
export const reviewList = new List<Tables, 'reviews', ReviewRow, NewestQuery>({
  rows: (db) => db.selectFrom('reviews').selectAll(),
  sorts: {},
  filters: [],
})

export function presentListedReview(row: ReviewRow): ListedReview {
  const { written_at: writtenAt, product_id: productId, product_name: productName, state } = row
  return { ...presentSigned(row), writtenAt, productId, productName, state }
}

function presentReview(row: ReviewRow): Review {
  return { ...presentSigned(row), writtenOn: shopDay(row.written_at) }
}

function presentSigned({ id, name, stars, text, brewed_with }: ReviewRow): Omit<Review, 'writtenOn'> {
  return { _id: id, name, stars, text, brewedWith: brewed_with }
}
