import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { ShopSettingRow } from '#server/tables.ts'

export const findSetting = fixedQuery((db: Db, { name }: Pick<ShopSettingRow, 'name'>) =>
  db.selectFrom('shop_settings').select(['value', 'changed_at']).where('name', '=', name),
)

/** Inserts a setting that was never saved. Returns false if another admin has saved it first. */
export async function insertSetting(tx: Db, row: ShopSettingRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shop_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** Replaces a setting if it was last changed at the time `version`. Returns whether it was replaced. */
export async function replaceSetting(
  tx: Db,
  { name, value, changed_at, version }: ShopSettingRow & { version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shop_settings')
    .set({ value, changed_at })
    .where('name', '=', name)
    .where('changed_at', '=', version)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}
