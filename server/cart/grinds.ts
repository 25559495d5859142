import type { Grinds } from '#contract/cart.ts'
import { wrongField } from '#contract/errors.ts'
import type { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { choicesFor, readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import type { Cart } from './cart.ts'

/**
 * Returns the grinds that the shop offers, such as `Filter`, and the grind that the caller chose last if it is still
 * offered, and what subscribers get. `caller` is null for a visitor, who has not chosen a grind yet.
 */
export async function listGrinds(
  { database: { read }, paysAtOnce }: Cart,
  caller: Caller | null,
): Promise<Grinds> {
  const [settings, last] = await Promise.all([
    readSelling(read),
    caller ? findLastGrind(read, caller.userId) : null,
  ])
  const isOffered = last !== null && settings.grinds.includes(last)
  return { ...choicesFor(settings, paysAtOnce), ...(isOffered && { last }) }
}

/** Returns a problem if the shop does not offer all of these grinds, otherwise null. */
export function findGrindProblem(
  { grinds }: Pick<SellingSettings, 'grinds'>,
  chosen: readonly string[],
): Problem | null {
  return chosen.every((grind) => grinds.includes(grind)) ? null : notOffered('grind')
}

export function notOffered(field: 'grind' | 'everyWeeks'): Problem {
  return wrongField(field, 'is not offered')
}

/**
 * Stores the grind (how the coffee is ground, such as `Filter`) that a user chose last. Writes nothing if this grind is
 * already stored.
 */
export async function rememberGrind(
  db: Db,
  { userId, grind }: { userId: string; grind: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ grind })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('grind', 'is', null), eb('grind', '<>', grind)]))
    .execute()
}

async function findLastGrind(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('grind').where('id', '=', userId).executeTakeFirst()
  return row?.grind ?? null
}
