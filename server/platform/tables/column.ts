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

/**
 * The column by which rows are sorted by their age: ids are UUIDs of version 7, which begin with the time of creation.
 */
export const byId: Column = text(sql`id`)

/**
 * Returns a column with the same values, but with an expression that matches no index. The database then cannot use an
 * index for a condition on this column, and checks the condition row by row.
 */
export function withoutIndex({ value, type }: Column): Column {
  return { value: type === 'number' ? sql`(${value} + 0)` : sql`(${value} || '')`, type }
}
