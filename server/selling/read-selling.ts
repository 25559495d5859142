import { DEFAULT_SELLING } from '#contract/selling.ts'
import type { SellingSettings } from '#contract/selling.ts'
import type { Db } from '#server/shop-database.ts'

/** Reads what the owner has set up to sell. Settings that were never saved have their defaults. */
export async function readSelling(db: Db): Promise<SellingSettings> {
  const row = await db
    .selectFrom('shop_settings')
    .select('value')
    .where('name', '=', 'selling')
    .executeTakeFirst()
  return row ? { ...DEFAULT_SELLING, ...JSON.parse(row.value) } : DEFAULT_SELLING
}
