import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** An expression by which rows are sorted or filtered. It has an index that ends with `id`. */
export type Column = { value: RawBuilder<string | number>; type: 'text' | 'number' }

export function text(value: RawBuilder<string | number>): Column {
  return { value, type: 'text' }
}

export function number(value: RawBuilder<string | number>): Column {
  return { value, type: 'number' }
}

/** Sorts rows by age. The ids of every table are UUIDs of version 7, which begin with the time. */
export const byId: Column = text(sql`id`)

/** Returns the same value as an expression that no index matches, so that the database checks it row by row. */
export function withoutIndex({ value, type }: Column): Column {
  return { value: type === 'number' ? sql`(${value} + 0)` : sql`(${value} || '')`, type }
}
