import { publishSignOut } from '#client/lib/on-sign-out.ts'
import type { Person } from '#contract/identity.ts'
import { readToken, isTokenUsable } from './access-token.ts'
import type { IdentityClient } from './identity-client.ts'
import { TokenKeeper } from './token-keeper.ts'

/**
 * The session. `loading` is true until the first check has ended, and during sign-in, sign-up and sign-out (specification
 * section 4). `likely` says whether a person is probably signed in, so that nothing flashes while `loading`. `failure` is
 * the error of a check that failed. `lost` is true if the provider has ended the session, and false after a sign-out in
 * this tab or another.
 */
export type SessionState = {
  loading: boolean
  user: Person | null
  likely: boolean
  failure: unknown
  lost: boolean
}

type SessionDependencies = {
  identity: IdentityClient
  /** Whether the request for the page had a session cookie. */
  signedIn: boolean
  syncToken: (token: string | null) => void
  /** Called when the person changes: the cached data of the previous person must be removed. */
  forget: () => void
}

/** The session of one browser tab. Its methods are bound to it, so that they can be passed as callbacks. */
export class SessionStore {
  readonly #identity: IdentityClient
  readonly #forget: () => void
  readonly #tokens: TokenKeeper
  readonly #listeners = new Set<() => void>()
  #state: SessionState

  constructor({ identity, signedIn, syncToken, forget }: SessionDependencies) {
    this.#identity = identity
    this.#forget = forget
    this.#state = { loading: true, user: null, likely: signedIn, failure: null, lost: false }
    const fetchToken = (email: string) => identity.accessToken(email)
    this.#tokens = new TokenKeeper({ fetchToken, syncToken, onLost: () => this.#settle(null, true) })
  }

  readonly getState = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Checks the session with the provider. Without a cookie and a token there is no session, and no call is made. */
  readonly start = async (): Promise<void> => {
    if (!this.#state.likely && !readToken()) return this.#settle(null)
    this.#set({ ...this.#state, loading: true, failure: null })
    try {
      const user = await this.#identity.currentPerson()
      if (user) await this.#tokens.ensure(user.email)
      this.#settle(user, !user && this.#state.user !== null)
    } catch (failure) {
      this.#set({ ...this.#state, loading: false, failure })
    }
  }

  /** Follows a change of the stored token by another tab: a sign-out, a sign-in or a renewal. */
  readonly follow = (token: string | null): void => {
    const { user } = this.#state
    if (!token) return this.#settle(null)
    if (user && isTokenUsable(token, user.email, Date.now())) return this.#tokens.follow(user.email, token)
    this.#set({ ...this.#state, likely: true })
    void this.start()
  }

  /** Throws `ApiError` with the provider's text. */
  readonly signIn = async (email: string, password: string): Promise<void> => {
    await this.#enter(() => this.#identity.signIn(email, password))
  }

  /** Creates the account and its record. Returns whether the shop acknowledged the record. Throws `ApiError`. */
  readonly signUp = (name: string, email: string, password: string): Promise<boolean> =>
    this.#enter(() => this.#identity.signUp(name, email, password))

  /** Throws `ApiError` if the sign-out fails. The person is then still signed in. */
  readonly signOut = async (): Promise<void> => {
    await this.#whileLoading(async () => {
      await this.#identity.signOut()
      this.#settle(null)
    })
  }

  /** Renews a token that the server refused. Returns null if there is no session. */
  readonly renew = (): Promise<string | null> => this.#tokens.renew()

  #enter(identify: () => Promise<Person | null>): Promise<boolean> {
    return this.#whileLoading(async () => {
      const user = await identify()
      const recorded = user ? await this.#identity.record(user).catch(() => false) : false
      if (user) await this.#tokens.fetch(user.email)
      this.#settle(user)
      return recorded
    })
  }

  async #whileLoading<T>(act: () => Promise<T>): Promise<T> {
    this.#set({ ...this.#state, loading: true, failure: null })
    try {
      return await act()
    } catch (error) {
      this.#set({ ...this.#state, loading: false })
      throw error
    }
  }

  #settle(user: Person | null, lost = false): void {
    if (!user) this.#tokens.end()
    if (this.#state.user && this.#state.user.email !== user?.email) {
      this.#forget()
      if (!lost) publishSignOut()
    }
    this.#set({ loading: false, user, likely: user !== null, failure: null, lost })
  }

  #set(next: SessionState): void {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
