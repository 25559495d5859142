/** The primary error codes of SQLite (https://sqlite.org/rescode.html) that the server distinguishes. */
export const SQLITE = {
  PERM: 3,
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  AUTH: 23,
  CONSTRAINT: 19,
  NOTADB: 26,
} as const
/** A mask for the error codes of SQLite. The lowest byte of an extended code is the primary code. */
const PRIMARY = 0xff

/**
 * Thrown if a statement has no result because the thread for long reads has ended or could not be started. The
 * statement may be repeated.
 */
export class ThreadEnded extends Error {}

/**
 * Thrown if the database cannot be used safely, for example because its file was deleted. The message is one sentence
 * for the owner of the shop.
 */
export class DatabaseUnusable extends Error {}

/** PostgreSQL's error codes for three timeouts: of a statement, of a wait for a lock, and of an idle transaction. */
const GAVE_UP = new Set(['57014', '55P03', '25P03'])
/** The messages of errors of the library `pg` about a missing or broken connection. These errors have no code. */
const DRIVER_LOST_IT =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable/

/** Returns the code of an error: SQLite's primary code as a number, or the code of PostgreSQL or Node as text. */
export function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & PRIMARY
  return 'code' in error ? error.code : undefined
}

/**
 * Returns whether the error is a serialisation failure, a deadlock, or a stale plan in PostgreSQL. The transaction was
 * then rolled back and can be run again.
 */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01' || isStalePlan(error)
}

/**
 * Returns whether PostgreSQL refused a prepared statement because the columns of its result have changed since it was
 * prepared. This happens after a migration has added a column to a table.
 */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test(String(error))
}

/** Returns whether the error means that a unique index refused a row. */
export function isDuplicate(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23505' || (code === SQLITE.CONSTRAINT && /UNIQUE/.test(String(error)))
}

/** Returns whether the error means that a text contains NUL, which PostgreSQL cannot store. */
export function isUnstorable(error: unknown): boolean {
  return codeOf(error) === '22021'
}

/**
 * Returns whether the error means that the database cannot be used at the moment, and that a later try may succeed. A
 * write that failed with such an error may nevertheless have been committed.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ThreadEnded || error instanceof DatabaseUnusable) return true
  const code = codeOf(error)
  if (typeof code === 'number') return code === SQLITE.BUSY || code === SQLITE.IOERR || code === SQLITE.FULL
  if (error instanceof Error && DRIVER_LOST_IT.test(error.message)) return true
  return (
    typeof code === 'string' &&
    (GAVE_UP.has(code) ||
      /^(08|53|57P)|^ECONN|^ENOTFOUND|^EPIPE|^ETIMEDOUT|^E(HOST|NET)UNREACH|^EAI_AGAIN/.test(code))
  )
}

/** The codes of a full disk: those of Node, of SQLite, and of PostgreSQL. */
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', SQLITE.FULL, '53100'])

/**
 * Returns whether the error means that no space is left on the disk. Nothing can be saved until the owner frees some.
 */
export function isDiskFull(error: unknown): boolean {
  return FULL.has(codeOf(error))
}

/**
 * Runs a write, and once more if a unique index refused a row of it, because another request has inserted this row at the
 * same moment. The second try finds the row.
 */
export async function retryDuplicate<T>(write: () => Promise<T>): Promise<T> {
  return write().catch((error: unknown) => {
    if (isDuplicate(error)) return write()
    throw error
  })
}
