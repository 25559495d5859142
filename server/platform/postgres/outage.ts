import { codeOf, isUnavailable } from '../database/database-errors.ts'

/** The time in milliseconds before the second attempt to connect. It is doubled after each further failure. */
const FIRST_MS = 100
const MAX_MS = 2000
/** How long the failure of a health check counts, if no further health check follows. */
const CHECK_MS = 3000
/** The message of the library `pg` if all connections of the pool were in use for too long. The server may be fine. */
const POOL_IS_BUSY = /timeout exceeded when trying to connect/
/** The error code of PostgreSQL if it has no free connection. It responds on the connections that exist. */
const TOO_MANY_CLIENTS = '53300'

/**
 * Limits the attempts to connect to a database server that is unavailable. While it is, requests fail at once instead of
 * each waiting for a timeout, and only one attempt runs at a time. The pause between attempts doubles up to `MAX_MS`.
 * It has a random part, so that several instances do not all connect at the same moment when the server is back.
 *
 * `hasConnection` returns whether the pool has a connection. If so, a server that refuses another one because it has too
 * many is not unavailable: the next requests can use the connections of the pool.
 */
export class Outage {
  readonly #hasConnection: () => boolean
  #failures = 0
  #retryAt = 0
  #isTrying = false
  #reason: unknown = null
  #failedCheckUntil = 0

  constructor(hasConnection: () => boolean) {
    this.#hasConnection = hasConnection
  }

  /** Runs an attempt to connect, or rejects at once with the reason of the last failure. */
  async attempt<T>(connect: () => Promise<T>): Promise<T> {
    const at = performance.now()
    if (at < this.#failedCheckUntil) throw this.#reason
    if (this.#failures === 0) return this.#observe(connect)
    if (this.#isTrying || at < this.#retryAt) throw this.#reason
    this.#isTrying = true
    try {
      return await this.#observe(connect)
    } finally {
      this.#isTrying = false
    }
  }

  /**
   * Runs a health check, which has connections of its own. If it fails, all attempts fail at once until it succeeds.
   * Connections that are open but do not respond are detected in this way.
   */
  async check(run: () => Promise<void>): Promise<void> {
    try {
      await run()
      this.#failedCheckUntil = 0
    } catch (error) {
      this.#reason = error
      if (isUnavailable(error)) this.#failedCheckUntil = performance.now() + CHECK_MS
      throw error
    }
  }

  async #observe<T>(connect: () => Promise<T>): Promise<T> {
    try {
      const connected = await connect()
      this.#failures = 0
      return connected
    } catch (error) {
      if (this.#isOutage(error)) this.#backOff(error)
      throw error
    }
  }

  #isOutage(error: unknown): boolean {
    if (POOL_IS_BUSY.test(String(error))) return false
    if (codeOf(error) === TOO_MANY_CLIENTS && this.#hasConnection()) return false
    return isUnavailable(error)
  }

  #backOff(reason: unknown): void {
    const at = performance.now()
    // Attempts that began before the first failure count as one.
    if (at < this.#retryAt) return
    this.#reason = reason
    this.#failures += 1
    const pause = Math.min(MAX_MS, FIRST_MS * 2 ** (this.#failures - 1))
    this.#retryAt = at + pause * (0.5 + Math.random() / 2)
  }
}
