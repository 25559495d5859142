import { isDeepStrictEqual } from 'node:util'
import { Problem } from '#contract/errors.ts'
import type { EditedProfile } from '#contract/shop/calls.ts'
import { DEMO_PROFILE } from '#contract/shop/demo-profile.ts'
import { DEFAULT_OPENING, DEFAULT_PROFILE, DEMO_OPENING } from '#contract/shop/profile.ts'
import type { ShopOpening, ShopProfile } from '#contract/shop/profile.ts'
import { now } from '#server/platform/clock.ts'
import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'

/** A setting with its version, the time of the last change. The version is 0 for a setting that was never saved. */
export type Versioned<T> = { value: T; version: number }

/** The names of the rows in `shop_settings` that hold the published profile, its draft and the opening. */
export const PROFILE = 'profile'
export const DRAFT = 'profile-draft'
export const OPENING = 'opening'

/** Reads the published profile. Returns the default for the kind of shop if no admin has published one. */
export function readProfile(db: Db, demo: boolean): Promise<Versioned<ShopProfile>> {
  return readSetting(db, PROFILE, defaultProfile(demo))
}

function defaultProfile(demo: boolean): ShopProfile {
  return demo ? DEMO_PROFILE : DEFAULT_PROFILE
}

/**
 * Reads the published profile and its draft. The version is that of the draft's row, because publishing and discarding
 * write that row, too: its value is then null.
 */
export async function readEditedProfile(db: Db, demo: boolean): Promise<EditedProfile> {
  const { value: published } = await readProfile(db, demo)
  const { value: draft, version } = await readOptionalSetting<ShopProfile>(db, DRAFT)
  return { published, draft: draft && { ...defaultProfile(demo), ...draft }, version }
}

/** Reads whether the shop is open, and who can see its products. */
export function readOpening(db: Db, demo: boolean): Promise<Versioned<ShopOpening>> {
  return readSetting(db, OPENING, demo ? DEMO_OPENING : DEFAULT_OPENING)
}

/**
 * Reads a setting. Returns `otherwise` if no admin has saved it. If an earlier version of this program has saved it, the
 * parts that were added later get their defaults from `otherwise`.
 */
async function readSetting<T extends object>(db: Db, name: string, otherwise: T): Promise<Versioned<T>> {
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

const findSetting = fixedQuery((db: Db, { name }: { name: string }) =>
  db.selectFrom('shop_settings').select(['value', 'changed_at']).where('name', '=', name),
)

/**
 * Writes a setting if it still has the version that the caller has read. Returns its new version, or the problem
 * `settings-changed` if another transaction has changed it first.
 */
export async function writeSetting(
  tx: Db,
  name: string,
  { value, version }: Versioned<object | null>,
): Promise<{ version: number } | Problem> {
  // The version is the time of the change. If the clock was set back, it must rise nevertheless.
  const changed_at = Math.max(now(), version + 1)
  const row = { name, value: JSON.stringify(value), changed_at }
  const written =
    version === 0
      ? tx
          .insertInto('shop_settings')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('name')
      : tx
          .updateTable('shop_settings')
          .set(row)
          .where('name', '=', name)
          .where('changed_at', '=', version)
          .returning('name')
  return (await written.executeTakeFirst()) ? { version: changed_at } : new Problem('settings-changed')
}

/** Returns what differs between two versions of a setting, for the audit log. `names` are the names of properties. */
export function changedParts<T extends object>(
  before: T,
  after: T,
  names: { [K in keyof T]?: string },
): string {
  // cast: `Object.keys` returns strings, but these are the keys of the setting.
  const keys = Object.keys(before) as (keyof T & string)[]
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
  return changed.map((key) => names[key] ?? key).join(', ')
}
