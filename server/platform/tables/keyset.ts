import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import { byId } from './column.ts'
import type { Column } from './column.ts'

/**
 * The order of the rows in a list. Rows with an equal value in the column are sorted by `id`, in the same direction.
 */
export type Order = { sortedBy: Column; direction: 'asc' | 'desc' }

/**
 * A position in a list: that of one row. It consists of the value by which that row is sorted, and the id of that row.
 */
export type Cursor = [value: string | number, id: string]

/** Encodes a cursor as text for a URL. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Decodes a cursor for a list that is sorted by this column. Returns null if the text is not such a cursor. */
export function decodeCursor(text: string, { type }: Column): Cursor | null {
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

/** A part of a sorted list: the condition that its rows meet, and the columns by which they are sorted. */
export type Range = { condition: Expression<SqlBool>; sortedBy: Column[] }

/**
 * Returns conditions for the rows after a cursor, as two ranges of the index on (column, id). The first range has the
 * rows with the same value as the cursor, and the second the rows with a later value. Rows sorted by `id` need only one
 * range. Comparing pairs as `(column, id) > (value, id)` would also need only one. But if the column is an expression,
 * SQLite then reads the index from its start.
 */
export function rangesAfter({ sortedBy, direction }: Order, [value, id]: Cursor): Range[] {
  const later = sql.raw(direction === 'asc' ? '>' : '<')
  const { value: column } = sortedBy
  if (sortedBy === byId) return [{ condition: sql<SqlBool>`id ${later} ${id}`, sortedBy: [byId] }]
  return [
    { condition: sql<SqlBool>`${column} = ${value} AND id ${later} ${id}`, sortedBy: [byId] },
    { condition: sql<SqlBool>`${column} ${later} ${value}`, sortedBy: [sortedBy, byId] },
  ]
}
