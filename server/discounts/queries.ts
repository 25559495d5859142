import type { Db } from '#server/shop-database.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'

/** Lists the discounts that have not ended and need no code. */
export function listAutomatic(db: Db): Promise<DiscountRow[]> {
  return db
    .selectFrom('discounts')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('code', 'is', null)
    .orderBy('id')
    .execute()
}

/** Finds the discount with this code: the one that has not ended, if there is one, otherwise the newest. */
export function findByCode(db: Db, code: string): Promise<DiscountRow | undefined> {
  return db
    .selectFrom('discounts')
    .selectAll()
    .where('code', '=', code)
    .orderBy(({ eb, case: when }) =>
      when()
        .when(eb('ended_at', 'is', null))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the numbers of the uses of a person that were not given back. */
export async function listUses(
  db: Db,
  { discountId, person }: { discountId: string; person: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('discount_uses')
    .select('number')
    .where('discount_id', '=', discountId)
    .where('person', '=', person)
    .where('number', 'is not', null)
    .execute()
  return rows.map(({ number }) => Number(number))
}
