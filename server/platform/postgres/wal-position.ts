import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A position in PostgreSQL's write-ahead log as text (the type `pg_lsn`), such as `16/B374D848`. A replica that has
 * replayed the log up to this position has all earlier commits.
 */
export type WalPosition = string

const POSITION = /^[\dA-F]{1,8}\/[\dA-F]{1,8}$/
/** A position that no replica ever reaches. */
export const END_OF_LOG: WalPosition = 'FFFFFFFF/FFFFFFFF'

export function isWalPosition(text: string): boolean {
  return POSITION.test(text)
}

export function hasReached(replayed: WalPosition, wanted: WalPosition): boolean {
  return numberOf(replayed) >= numberOf(wanted)
}

function numberOf(position: WalPosition): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * The request that is being handled. `lastWrite` is the position after the client's last write, or null if it has not
 * written recently. It is updated by the writes of this request. The position travels in a cookie, so that every
 * instance knows it.
 */
export type RequestPosition = { lastWrite: WalPosition | null }

/**
 * Has a value only in requests of clients that keep cookies, and only if a replica is configured. All other reads,
 * such as those of background jobs, must use the primary server.
 */
export const requestPosition = new AsyncLocalStorage<RequestPosition>()
