import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * An SQL expression by which the rows of a table are sorted or filtered. The table has an index on this expression
 * and then on `id`.
 */
export type Column = { value: RawBuilder<string | number>; type: 'text' | 'number' }

export function text(value: RawBuilder<string | number>): Column {
  return { value, type: 'text' }
}

export function number(value: RawBuilder<string | number>): Column {
  return { value, type: 'number' }
}

/** Sorts rows by age. The ids of every table are UUIDs of version 7, which begin with the time of their creation. */
export const byId: Column = text(sql`id`)

/**
 * Returns a column with the same value whose expression matches no index. The database then has to check a condition
 * on it row by row.
 */
export function withoutIndex({ value, type }: Column): Column {
  return { value: type === 'number' ? sql`(${value} + 0)` : sql`(${value} || '')`, type }
}
