import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { markUsed } from './queries.ts'

/**
 * Returns whether a picture with this URL was uploaded to the shop. Marks the picture as used, so that it is never
 * deleted as unused.
 */
export function findUsablePicture(tx: Db, address: string): Promise<boolean> {
  return markUsed(tx, { address, at: now() })
}
