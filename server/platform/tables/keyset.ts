import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
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

/**
 * Matches the rows after a place, which are a range of the index on (column, id). SQLite does not use an index on an
 * expression for the comparison of pairs, so the first condition gives it the beginning of the range.
 */
export function after({ sortedBy, direction }: Order, [value, id]: Place): Expression<SqlBool> {
  const { value: column } = sortedBy
  return direction === 'asc'
    ? sql<SqlBool>`(${column} >= ${value} AND (${column}, id) > (${value}, ${id}))`
    : sql<SqlBool>`(${column} <= ${value} AND (${column}, id) < (${value}, ${id}))`
}
