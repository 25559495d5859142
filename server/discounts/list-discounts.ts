import { sql } from 'kysely'
import type { Discount } from '#contract/selling/discounts.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'

/** Lists the newest discounts, with how often each is used and how much was given, and what a new one can be for. */
export async function listDiscounts({ longRead: db }: Pick<ShopDatabase, 'longRead'>) {
  const rows = await db
    .selectFrom('discounts')
    .selectAll('discounts')
    .select(({ selectFrom }) => [
      selectFrom('discount_uses')
        .select(sql<number | null>`cast(sum(goods_cents + delivery_cents) as bigint)`.as('cents'))
        .whereRef('discount_id', '=', 'discounts.id')
        .where('number', 'is not', null)
        .as('given'),
      selectFrom('discount_uses')
        .select('id')
        .whereRef('discount_id', '=', 'discounts.id')
        .limit(1)
        .as('a_use'),
    ])
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  const choices = await listChoices(db)
  const names = new Map(choices.map(({ _id, name }) => [_id, name]))
  const discounts = rows.map(({ given, a_use, ...row }) => ({
    ...presentDiscount(row, names),
    given: Number(given ?? 0),
    canDelete: a_use === null,
  }))
  return { discounts, choices }
}

/** Lists the brands, and the coffees and packets that are not sizes of another coffee. */
async function listChoices(db: Db): Promise<{ _id: string; name: string }[]> {
  const brands = db.selectFrom('brands').select(['id as _id', 'name']).where('archived_at', 'is', null)
  const products = db
    .selectFrom('products')
    .select(['id as _id', 'name'])
    .where('archived_at', 'is', null)
    .where('coffee_id', 'is', null)
  return [
    ...(await brands.orderBy('name').limit(MAX_LISTED).execute()),
    ...(await products.orderBy('name').limit(MAX_LISTED).execute()),
  ]
}

function presentDiscount(
  row: DiscountRow,
  names: ReadonlyMap<string, string>,
): Omit<Discount, 'given' | 'canDelete'> {
  const chosen: string[] | null = row.chosen === null ? null : JSON.parse(row.chosen)
  return {
    _id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    value: row.value,
    chosen: chosen && chosen.map((id) => names.get(id) ?? '(deleted)'),
    fromSubtotal: row.from_subtotal_cents,
    fromDay: row.from_day,
    untilDay: row.until_day,
    maxUses: row.max_uses,
    maxPerPerson: row.max_per_person,
    isFirstOrder: row.is_first_order === 1,
    state: stateOf(row, shopDay(now())),
    used: row.used,
  }
}

/** Returns the state of a discount on a day. */
export function stateOf(
  { ended_at, from_day, until_day, max_uses, used }: DiscountRow,
  today: string,
): Discount['state'] {
  if (ended_at !== null || (until_day !== null && until_day < today)) return 'ended'
  if (from_day !== null && from_day > today) return 'planned'
  return max_uses !== null && used >= max_uses ? 'used up' : 'running'
}
