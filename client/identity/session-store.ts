import { publishSignOut } from '#client/lib/on-sign-out.ts'
import type { Person } from '#contract/identity.ts'
import { readToken, stillServes } from './access-token.ts'
import type { IdentityClient } from './identity-client.ts'
import { TokenKeeper } from './token-keeper.ts'

/**
 * Who is signed in. `loading` is true until the provider first reports, and again while signing in, up or out
 * (specification section 4). `likely` is the best guess meanwhile, for what must not flash by. `failure` is there
 * when the provider could not be asked. `lost` says that the provider has ended the session of somebody who was
 * signed in here; not that they signed out, in this tab or another.
 */
export type SessionState = {
  loading: boolean
  user: Person | null
  likely: boolean
  failure: unknown
  lost: boolean
}

type Surroundings = {
  identity: IdentityClient
  /** Whether the page came with a session cookie. */
  signedIn: boolean
  syncToken: (token: string | null) => void
  /** Called when somebody else, or nobody, is signed in: what was fetched for the last person must go. */
  forget: () => void
}

/** The session of one browser tab. Its functions are bound, so that they can be handed on. */
export class SessionStore {
  readonly #identity: IdentityClient
  readonly #forget: () => void
  readonly #tokens: TokenKeeper
  readonly #listeners = new Set<() => void>()
  #state: SessionState

  constructor({ identity, signedIn, syncToken, forget }: Surroundings) {
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

  /** Asks the provider who is signed in; a browser without cookie and token is nobody's without asking. */
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

  /** Takes over what another tab did to the stored token: signed out, signed in, renewed. */
  readonly follow = (token: string | null): void => {
    const { user } = this.#state
    if (!token) return this.#settle(null)
    if (user && stillServes(token, user.email, Date.now())) return this.#tokens.follow(user.email, token)
    this.#set({ ...this.#state, likely: true })
    void this.start()
  }

  /** Throws `ApiError` with the provider's words. */
  readonly signIn = async (email: string, password: string): Promise<void> => {
    await this.#enter(() => this.#identity.signIn(email, password))
  }

  /** Creates the account and its record; answers whether the shop acknowledged the record. Throws `ApiError`. */
  readonly signUp = (name: string, email: string, password: string): Promise<boolean> =>
    this.#enter(() => this.#identity.signUp(name, email, password))

  /** Throws `ApiError`; the person is then still signed in. */
  readonly signOut = async (): Promise<void> => {
    await this.#whileLoading(async () => {
      await this.#identity.signOut()
      this.#settle(null)
    })
  }

  /** A fresh token instead of one that is not accepted any more; null when there is none to be had. */
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
