import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** An expression that rows are sorted or filtered by. It has an index that ends with `id`. */
export type Column = { value: RawBuilder<string | number>; type: 'text' | 'number' }

export function text(value: RawBuilder<string | number>): Column {
  return { value, type: 'text' }
}

export function number(value: RawBuilder<string | number>): Column {
  return { value, type: 'number' }
}

/** Sorts rows by age: every table's ids are UUIDs of version 7, which begin with their time. */
export const byId: Column = text(sql`id`)

/** The same value as an expression without an index, so that the database checks it row by row. */
export function withoutIndex({ value, type }: Column): Column {
  return { value: type === 'number' ? sql`(${value} + 0)` : sql`(${value} || '')`, type }
}
