import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'

/** How rows come: by a column and its direction, with `id` to tell equal ones apart. */
export type Order = { by: RawBuilder<unknown>; direction: 'asc' | 'desc' }

/** A place between two rows: the value of the sorted column, and the id, of the row before it. */
export type Place = [value: string | number, id: string]

/** A place as the text that travels in an address, and back; null for anything that is not one. */
export function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

export function readPlace(text: string): Place | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(place) || place.length !== 2) return null
    const [value, id] = place
    if (typeof id !== 'string' || (typeof value !== 'string' && typeof value !== 'number')) return null
    return [value, id]
  } catch {
    return null
  }
}

/** The rows that come after a place: a range of the index on (column, id). */
export function after({ by, direction }: Order, [value, id]: Place): Expression<SqlBool> {
  return direction === 'asc'
    ? sql<SqlBool>`(${by}, id) > (${value}, ${id})`
    : sql<SqlBool>`(${by}, id) < (${value}, ${id})`
}

/** The rows whose column begins with this text: a range of its index. The column must sort by code point. */
export function beginsWith(column: RawBuilder<unknown>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} >= ${text} AND ${column} < ${text + LAST}`
}

const LAST = '\u{10ffff}'
