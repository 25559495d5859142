/**
 * The settings for PostgreSQL. `connections` is the maximum number of connections for requests. `prepares` says whether
 * statements are prepared and timeouts are set when a connection starts, which some connection poolers cannot pass on.
 * `traces` says whether each statement carries the id of its request as a comment.
 */
export type PostgresSettings = {
  connections: number
  prepares: boolean
  traces: boolean
}

export const DEFAULT_SETTINGS: PostgresSettings = {
  connections: 10,
  prepares: true,
  traces: false,
}

/**
 * SQL that turns off all timeouts until the end of the transaction, also those that the role or a connection pooler has
 * set.
 */
export const NO_TIMEOUTS =
  'SET LOCAL statement_timeout = 0;SET LOCAL lock_timeout = 0;SET LOCAL idle_in_transaction_session_timeout = 0'
