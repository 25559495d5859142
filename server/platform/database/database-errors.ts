/** What a failed statement means, whichever database it was: the one place that knows their error codes. */

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
/** The lower byte of SQLite's codes is the primary code. */
const PRIMARY = 0xff

/** The thread that a statement ran in is gone; the statement may be asked again. */
export class ThreadEnded extends Error {}

/** Nothing can be written until the owner does something about it: the message says what, in one sentence. */
export class DatabaseUnusable extends Error {}

/** PostgreSQL's words for: the statement, the lock, the next statement took too long. */
const GAVE_UP = new Set(['57014', '55P03', '25P03'])
/** What `pg` says, without a code, when it has no connection. */
const DRIVER_LOST_IT =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable/

/** Returns SQLite's primary code as a number, or the code of PostgreSQL or Node as text. */
export function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & PRIMARY
  return 'code' in error ? error.code : undefined
}

/** Whether the error is a serialisation failure or a deadlock. Running the transaction again resolves it. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** Whether a unique index refused a row because another one has the same value. */
export function isDuplicate(error: unknown): boolean {
  const code = codeOf(error)
  return code === '23505' || (code === SQLITE.CONSTRAINT && /UNIQUE/.test(String(error)))
}

/** The text holds a character that PostgreSQL cannot keep: NUL. */
export function isUnstorable(error: unknown): boolean {
  return codeOf(error) === '22021'
}

/**
 * The database cannot be reached or cannot take anything now, and trying later may help. A write that failed like this
 * may have been committed all the same.
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
