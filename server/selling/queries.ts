import type { Db } from '#server/shop-database.ts'

/** Returns the stored settings of this name as JSON, or undefined if they have never been changed. */
export function findSettings(db: Db, name: string): Promise<{ value: string } | undefined> {
  return db.selectFrom('shop_settings').select('value').where('name', '=', name).executeTakeFirst()
}
