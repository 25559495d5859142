import type { DatabaseSync } from 'node:sqlite'

/**
 * The message with which the triggers of a database that has moved to PostgreSQL refuse every write. A shop that still
 * runs on the old database responds to writes with 503, because `isUnavailable` recognises the message.
 */
export const MOVED = 'This shop has moved to PostgreSQL, and its old database accepts no more writes.'

/**
 * The only row of the table `moves` in an SQLite database: `id` names the move, and `moved_at` is null until the move
 * is complete. The table exists only after `npm run move`. Times are in UTC milliseconds.
 */
export type MoveRow = { id: string; moved_at: number | null; target: string }

/** Returns the row about the move of this database, or null if no move was ever started. */
export function findMove(database: DatabaseSync): MoveRow | null {
  if (!database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'moves'").get()) return null
  const row = database.prepare('SELECT id, moved_at, target FROM moves').get()
  if (!row) return null
  const at = row['moved_at']
  return {
    id: String(row['id']),
    moved_at: typeof at === 'number' ? at : null,
    target: String(row['target']),
  }
}

/** Throws an error with a one-sentence message if the shop in this database has moved to PostgreSQL. */
export function refuseMoved(database: DatabaseSync): void {
  const move = findMove(database)
  if (move?.moved_at) throw new Error(movedSentence(move.moved_at, move.target))
}

export function movedSentence(at: number, target: string): string {
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return `This shop moved to PostgreSQL (${target}) on ${time} UTC. Set DATABASE_URL to that database, and keep DATA_DIR as it is.`
}
