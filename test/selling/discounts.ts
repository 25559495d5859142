import type { NewDiscount } from '#contract/selling/discounts.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { discountRow, enter } from '../rows.ts'

/** The form of a discount of 10 % that needs no code. */
export const newDiscount: NewDiscount = {
  code: '',
  name: 'Spring',
  kind: 'percent',
  value: '10',
  chosen: [],
  fromSubtotal: '',
  fromDay: '',
  untilDay: '',
  maxUses: null,
  maxPerPerson: null,
  isFirstOrder: false,
}

let codes = 0

/** Inserts a discount of 10 % with a code of its own. `given` replaces some of the columns. */
export async function giveCode(database: ShopDatabase, given: Partial<DiscountRow> = {}) {
  const code = `SPRING${(codes += 1)}`
  const row = { ...discountRow(given), code: given.code ?? code }
  await enter(database, { discounts: [row] })
  return row
}

/** Inserts a discount of 10 % that needs no code. `given` replaces some of the columns. */
export async function giveByItself(database: ShopDatabase, given: Partial<DiscountRow> = {}) {
  const row = discountRow(given)
  await enter(database, { discounts: [row] })
  return row
}

/** Ends all discounts, so that the next test begins without any. */
export async function endDiscounts({ write }: ShopDatabase): Promise<void> {
  await write(({ tx }) =>
    tx.updateTable('discounts').set({ ended_at: 1 }).where('ended_at', 'is', null).execute(),
  )
}

/** Returns a discount as it is now. */
export function readDiscount(database: ShopDatabase, id: string): Promise<DiscountRow> {
  return database.read.selectFrom('discounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
