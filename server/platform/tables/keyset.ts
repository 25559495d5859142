import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { byId } from './column.ts'
import type { Column } from './column.ts'

/** The order of rows. Rows with an equal value are sorted by `id`, in the same direction. */
export type Order = { sortedBy: Column; direction: 'asc' | 'desc' }

/** A cursor: a position after a row, given by the sorted value and the id of that row. */
export type Place = [value: string | number, id: string]

/** Encodes a cursor as text for a URL. */
export function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Decodes a cursor for rows that are sorted by this column. Returns null if the text is not such a cursor. */
export function readPlace(text: string, { type }: Column): Place | null {
  const [value, id, ...more] = parseArray(text)
  if (more.length > 0 || typeof id !== 'string') return null
  if (type === 'text') return typeof value === 'string' ? [value, id] : null
  return typeof value === 'number' && Number.isSafeInteger(value) ? [value, id] : null
}

function parseArray(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** A part of a sorted list: the condition that its rows match, and the columns that it is sorted by. */
export type Range = { condition: Expression<SqlBool>; sortedBy: Column[] }

/**
 * Returns the rows after a cursor as two ranges of the index on (column, id): first the rows with the same value, then
 * those with a later one. The comparison of pairs `(column, id) > (value, id)` would be a single range. But SQLite
 * finds its beginning only for a plain column. For an expression it reads the index from the start.
 */
export function rangesAfter({ sortedBy, direction }: Order, [value, id]: Place): Range[] {
  const later = sql.raw(direction === 'asc' ? '>' : '<')
  const { value: column } = sortedBy
  if (sortedBy === byId) return [{ condition: sql<SqlBool>`id ${later} ${id}`, sortedBy: [byId] }]
  return [
    { condition: sql<SqlBool>`${column} = ${value} AND id ${later} ${id}`, sortedBy: [byId] },
    { condition: sql<SqlBool>`${column} ${later} ${value}`, sortedBy: [sortedBy, byId] },
  ]
}
