import { publishSignOut } from '#client/lib/on-sign-out.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { isTokenOf, isTokenUsable, readToken } from './access-token.ts'
import type { IdentityClient, SignedIn } from './identity-client.ts'
import { TokenKeeper } from './token-keeper.ts'

/**
 * The state of the session. `loading` is true until the first check has ended, and during sign-in, sign-up and
 * sign-out (specification section 4). `likely` is true if the user is probably signed in. Pages use `likely` to avoid
 * a flash of wrong contents while `loading` is true. `failure` is the error of a failed check. `lost` is true if the
 * provider has ended the session, but false after a sign-out in any tab. `earlierUserCount` is how many users the
 * tab had before the present one. `SessionKnown` uses it as the key of its page, so that the page is mounted anew for the next
 * user.
 */
export type SessionState = {
  loading: boolean
  user: Person | null
  likely: boolean
  failure: unknown
  lost: boolean
  earlierUserCount: number
}

type Entered = { user: SignedIn; isRecorded: boolean }

type SessionDependencies = {
  identity: IdentityClient
  /** True if the browser sent a session cookie when it requested the page. */
  signedIn: boolean
  /** The signed-in user, if the server has rendered the page for this user alone. */
  user?: Person | null | undefined
  syncToken: (token: string | null) => void
  /**
   * Called when the user signs out, another user signs in, or the session ends. It must remove the cached data of the
   * previous user.
   */
  forget: () => void
}

/** The session of one browser tab. Its methods are bound to the instance, so that they can be passed as callbacks. */
export class SessionStore {
  readonly identity: IdentityClient
  readonly #forget: () => void
  readonly #tokens: TokenKeeper
  readonly #listeners = new Set<() => void>()
  readonly #initial: SessionState
  readonly #firstCheck: PromiseWithResolvers<void> | undefined
  #state: SessionState

  constructor({ identity, signedIn, user = null, syncToken, forget }: SessionDependencies) {
    this.identity = identity
    this.#forget = forget
    this.#initial = {
      loading: user === null,
      user,
      likely: signedIn,
      failure: null,
      lost: false,
      earlierUserCount: 0,
    }
    if (user) this.#firstCheck = Promise.withResolvers()
    this.#state = this.#initial
    this.#tokens = new TokenKeeper({
      fetchToken: (email) => identity.accessToken(email),
      syncToken,
      onLost: () => this.#settle(null, true),
    })
    if (user) this.#tokens.expect(user.email)
  }

  readonly getState = (): SessionState => this.#state

  /** Returns the state with which the server rendered the page. */
  readonly getInitialState = (): SessionState => this.#initial

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Asks the identity provider whether a user is signed in. If there is neither a session cookie nor a stored token, no
   * user is signed in, and no request is sent.
   */
  readonly start = async (): Promise<void> => {
    if (!this.#state.likely && !readToken()) return this.#settle(null)
    this.#set({ ...this.#state, loading: this.#state.user === null, failure: null })
    try {
      const user = await this.identity.currentPerson()
      if (user) await this.#tokens.ensure(user.email)
      const { user: known } = this.#state
      this.#settle(isSame(user, known) ? known : user, !user && known !== null)
    } catch (failure) {
      this.#set({ ...this.#state, loading: false, failure })
    } finally {
      this.#firstCheck?.resolve()
    }
  }

  /**
   * Returns the access token, or null. On a page that the server has rendered for a user, the calls begin before the session
   * was checked. The stored token may then have expired, or be that of another user, so they wait for the check. If that has
   * failed, a call without the token of this user renews it.
   */
  readonly token = async (): Promise<string | null> => {
    await this.#firstCheck?.promise
    const token = readToken()
    const { user } = this.#state
    return token && user && !isTokenOf(token, user.email) ? null : token
  }

  /**
   * Updates the session after another tab has changed the stored token by a sign-out, a sign-in or a renewal. `token`
   * is null after a sign-out.
   */
  readonly follow = (token: string | null): void => {
    const { user } = this.#state
    if (!token) return this.#settle(null)
    if (user && isTokenUsable(token, user.email, Date.now())) return this.#tokens.follow(user.email, token)
    this.#set({ ...this.#state, likely: true })
    void this.start()
  }

  /**
   * Signs a user in as `identify` does, and loads the access token. Resolves to what `identify` has resolved to, and to
   * whether the server acknowledged the user's record. Rejects with `ApiError` if the user is not signed in.
   */
  readonly enter = (identify: (identity: IdentityClient) => Promise<SignedIn>): Promise<Entered> =>
    this.#whileLoading(async () => {
      const user = await identify(this.identity)
      if (!user || user === 'needs-code') {
        this.#settle(null)
        return { user, isRecorded: false }
      }
      const isRecorded = await this.identity.record(user).catch(() => false)
      await this.#tokens.fetch(user.email)
      this.#settle(user)
      return { user, isRecorded }
    })

  /** Takes over the new email address of the signed-in user. Rejects with `ApiError` if there is no new token. */
  readonly changeEmail = async (user: Person): Promise<void> => {
    await this.#tokens.fetch(user.email)
    this.#set({ ...this.#state, user })
  }

  /** Signs the user out. Rejects with `ApiError` if this fails. The user is then still signed in. */
  readonly signOut = async (): Promise<void> => {
    await this.#whileLoading(async () => {
      await this.identity.signOut()
      this.#settle(null)
    })
  }

  /** Changes the display name of the signed-in user. Rejects with `ApiError` if this fails. */
  readonly rename = async (name: string): Promise<void> => {
    const user = await this.identity.rename(name)
    // The user may have signed out before the response arrived.
    if (user && user.email === this.#state.user?.email) this.#set({ ...this.#state, user })
  }

  /** See `TokenKeeper.renew`. */
  readonly renew = (): Promise<string | null> => this.#tokens.renew()

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
    let { earlierUserCount } = this.#state
    if (this.#state.user && this.#state.user.email !== user?.email) {
      earlierUserCount += 1
      this.#forget()
      if (!lost) publishSignOut()
    }
    this.#set({ loading: false, user, likely: user !== null, failure: null, lost, earlierUserCount })
  }

  /** Tells the listeners only of a change, because all that use the session are rendered again then. */
  #set(next: SessionState): void {
    const before: Record<string, unknown> = this.#state
    if (Object.entries(next).every(([name, value]) => before[name] === value)) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}

function isSame(one: Person | null, other: Person | null): boolean {
  return one?.email === other?.email && one?.name === other?.name
}
