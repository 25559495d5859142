import type { Kysely } from 'kysely'
import { now } from '#server/platform/clock.ts'
import type { Tables } from '#server/tables.ts'
import { markUsed } from './queries.ts'

/** Whether the store holds a picture at this address; if so it is kept for good from now on. */
export function findUsablePicture(tx: Kysely<Tables>, address: string): Promise<boolean> {
  return markUsed(tx, { address, at: now() })
}
