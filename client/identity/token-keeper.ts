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
  /** Fetches a token for this e-mail; throws `ApiError`. */
  fetchToken: (email: string) => Promise<string>
  /** Called with each new token, and with null when the token ends. */
  syncToken: (token: string | null) => void
  /** Called when the provider has ended the session. */
  onLost: () => void
}

/** The shortest delay between two renewals, and the longest delay of a timer, in ms. */
const SHORTEST_WAIT = 30_000
const LONGEST_WAIT = 2 ** 31 - 1

/** Renews the stored access token of one person 5 minutes before its expiry, and on request. */
export class TokenKeeper {
  readonly #source: Source
  #email: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewing: Promise<string | null> | null = null

  constructor(source: Source) {
    this.#source = source
  }

  /** Fetches a token for this person unless a valid one is stored. Throws `ApiError`. */
  async ensure(email: string): Promise<void> {
    const token = readToken()
    if (token && isTokenUsable(token, email, Date.now())) this.follow(email, token)
    else await this.fetch(email)
  }

  /** Fetches and stores a token for this person. Throws `ApiError`. */
  async fetch(email: string): Promise<string> {
    const token = await this.#source.fetchToken(email)
    saveToken(token)
    this.#source.syncToken(token)
    this.follow(email, token)
    return token
  }

  /** Schedules the renewal of a stored token. */
  follow(email: string, token: string): void {
    this.#email = email
    clearTimeout(this.#timer)
    const claims = tokenClaims(token)
    const wait = claims ? Math.max(renewalDelay(claims, Date.now()), SHORTEST_WAIT) : SHORTEST_WAIT
    this.#timer = setTimeout(() => void this.renew(), Math.min(wait, LONGEST_WAIT))
  }

  /** Replaces a token that the server refused. Concurrent callers share one fetch. Returns null if there is no session. */
  renew(): Promise<string | null> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  /** Removes the stored token, and reports its end to `syncToken`. */
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
