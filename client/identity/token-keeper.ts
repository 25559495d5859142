import { ApiError } from '#client/lib/api-error.ts'
import {
  removeToken,
  readToken,
  renewalDelay,
  saveToken,
  isTokenUsable,
  tokenClaims,
} from './access-token.ts'

type Source = {
  /** Fetches an access token for the user with this email address. Rejects with `ApiError` if this fails. */
  fetchToken: (email: string) => Promise<string>
  /** Called with each new access token, and with null when the stored token is removed. */
  syncToken: (token: string | null) => void
  /** Called when no new token is issued, because the session at the identity provider has ended. */
  onLost: () => void
}

/**
 * The shortest delay before an access token is renewed, and the longest delay that `setTimeout` accepts, in
 * milliseconds.
 */
const SHORTEST_WAIT = 30_000
const LONGEST_WAIT = 2 ** 31 - 1

/**
 * Renews the stored access token of one user 5 minutes before its expiry, and also when the server has refused it.
 */
export class TokenKeeper {
  readonly #source: Source
  #email: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewing: Promise<string | null> | null = null

  constructor(source: Source) {
    this.#source = source
  }

  /**
   * Fetches an access token for the user with this email address, unless the stored token belongs to that user and
   * need not be renewed yet. Rejects with `ApiError` if the request fails.
   */
  async ensure(email: string): Promise<void> {
    const token = readToken()
    if (token && isTokenUsable(token, email, Date.now())) this.follow(email, token)
    else await this.fetch(email)
  }

  /**
   * Fetches an access token for the user with this email address, and stores it. Rejects with `ApiError` if the
   * request fails.
   */
  async fetch(email: string): Promise<string> {
    const token = await this.#source.fetchToken(email)
    saveToken(token)
    this.#source.syncToken(token)
    this.follow(email, token)
    return token
  }

  /** Lets `renew` fetch a token for the user with this email address, before one is known to be stored. */
  expect(email: string): void {
    this.#email = email
  }

  /** Schedules the renewal of a stored access token. */
  follow(email: string, token: string): void {
    this.#email = email
    clearTimeout(this.#timer)
    const claims = tokenClaims(token)
    const wait = claims ? Math.max(renewalDelay(claims, Date.now()), SHORTEST_WAIT) : SHORTEST_WAIT
    this.#timer = setTimeout(() => void this.renew(), Math.min(wait, LONGEST_WAIT))
  }

  /**
   * Replaces an access token that the server has refused. Concurrent calls share one request. Resolves to the new
   * token, or to null if no token could be fetched.
   */
  renew(): Promise<string | null> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  /**
   * Stops renewing the access token. Removes the stored token, if there is one, and then calls `syncToken` with null.
   */
  end(): void {
    clearTimeout(this.#timer)
    this.#email = null
    if (!readToken()) return
    removeToken()
    this.#source.syncToken(null)
  }

  async #renew(): Promise<string | null> {
    if (!this.#email) return null
    try {
      return await this.fetch(this.#email)
    } catch (error) {
      const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
      if (refused) this.#source.onLost()
      else this.#timer = setTimeout(() => void this.renew(), SHORTEST_WAIT)
      return null
    }
  }
}
