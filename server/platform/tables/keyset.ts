import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { byId } from './column.ts'
import type { Column } from './column.ts'

/** How rows are sorted. Rows with an equal value are sorted by `id`, in the same direction. */
export type Order = { sortedBy: Column; direction: 'asc' | 'desc' }

/** A place between two rows: the sorted value and the id of the row before it. */
export type Place = [value: string | number, id: string]

/** Encodes a place as text for a URL. */
export function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Decodes a place in rows that are sorted by this column. Returns null if the text is not such a place. */
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
 * The rows after a place, as ranges of the index on (column, id) that follow each other: first the rows with the same
 * value, then those with a later one. A comparison of pairs, `(column, id) > (value, id)`, would be one range. But SQLite
 * finds its beginning only for a plain column; for an expression it reads the index from the start.
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
