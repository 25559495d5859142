import { ApiError } from '#client/lib/api-error.ts'
import { dropToken, readToken, renewalDelay, saveToken, stillServes, tokenClaims } from './access-token.ts'

type Source = {
  /** Fetches a token for this e-mail; throws `ApiError`. */
  fetchToken: (email: string) => Promise<string>
  /** Told of each new token, and of its end. */
  syncToken: (token: string | null) => void
  /** Called when the provider has no session any more. */
  onLost: () => void
}

/** The shortest wait between two renewals and the longest that a timer can count, in ms. */
const SHORTEST_WAIT = 30_000
const LONGEST_WAIT = 2 ** 31 - 1

/** Keeps the stored access token of one person fresh: renewed 5 minutes before it ends, and when told so. */
export class TokenKeeper {
  readonly #source: Source
  #email: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewing: Promise<string | null> | null = null

  constructor(source: Source) {
    this.#source = source
  }

  /** Makes sure that a token of this person is stored, fetching one when it must. Throws `ApiError`. */
  async ensure(email: string): Promise<void> {
    const token = readToken()
    if (token && stillServes(token, email, Date.now())) this.follow(email, token)
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

  /** Takes this stored token as the one to renew in time. */
  follow(email: string, token: string): void {
    this.#email = email
    clearTimeout(this.#timer)
    const claims = tokenClaims(token)
    const wait = claims ? Math.max(renewalDelay(claims, Date.now()), SHORTEST_WAIT) : SHORTEST_WAIT
    this.#timer = setTimeout(() => void this.renew(), Math.min(wait, LONGEST_WAIT))
  }

  /** Replaces a token that is not accepted any more; callers at the same time share one fetch. Null: no session. */
  renew(): Promise<string | null> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  /** Forgets the token, here and where it was told. */
  end(): void {
    clearTimeout(this.#timer)
    this.#email = null
    if (!readToken()) return
    dropToken()
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
