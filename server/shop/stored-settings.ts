import { now } from '#server/platform/clock.ts'
import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { ShopSettingRow } from '#server/tables.ts'

/** A setting with its version, the time of the last change. The version is 0 for a setting that was never saved. */
export type Versioned<T> = { value: T; version: number }

/**
 * Reads a setting. Returns `otherwise` if no admin has saved it. If an earlier version of this program has saved it, the
 * parts that were added later get their defaults from `otherwise`.
 */
export async function readSetting<T extends object>(
  db: Db,
  name: string,
  otherwise: T,
): Promise<Versioned<T>> {
  const { value, version } = await readOptionalSetting<T>(db, name)
  return { value: { ...otherwise, ...value }, version }
}

/** Reads a setting that may be null. Returns null also if no admin has saved it. */
export async function readOptionalSetting<T extends object>(
  db: Db,
  name: string,
): Promise<Versioned<T | null>> {
  const [row] = await findSetting(db, { name })
  return row ? { value: JSON.parse(row.value), version: row.changed_at } : { value: null, version: 0 }
}

/**
 * Writes a setting if it still has the version that the caller has read. Returns its new version, or null if another
 * transaction has changed it first.
 */
export async function writeSetting(
  tx: Db,
  name: string,
  { value, version }: Versioned<object | null>,
): Promise<number | null> {
  // The version is the time of the change. If the clock was set back, it must rise nevertheless.
  const changed_at = Math.max(now(), version + 1)
  const row = { name, value: JSON.stringify(value), changed_at }
  const isWritten =
    version === 0 ? await insertSetting(tx, row) : await replaceSetting(tx, { ...row, version })
  return isWritten ? changed_at : null
}

const findSetting = fixedQuery((db: Db, { name }: Pick<ShopSettingRow, 'name'>) =>
  db.selectFrom('shop_settings').select(['value', 'changed_at']).where('name', '=', name),
)

/** Inserts a setting that was never saved. Returns false if another admin has saved it first. */
async function insertSetting(tx: Db, row: ShopSettingRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shop_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** Replaces a setting if it was last changed at the time `version`. Returns whether it was replaced. */
async function replaceSetting(
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
