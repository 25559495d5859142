import { now } from '#server/platform/clock.ts'
import { ServiceFailed } from '#server/platform/http/errors.ts'
import { Problem } from '#contract/errors.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { FirebaseRefused } from './firebase-api.ts'
import type { FirebaseApi } from './firebase-api.ts'
import { findUserBySubject } from '../queries.ts'
import { AccountRefused } from './id-token.ts'
import type { FirebaseUser } from './id-token.ts'
import { linkAccount } from './link-account.ts'
import { deleteSession, saveExchange } from './session-queries.ts'
import type { StoredSession } from './session-queries.ts'
import type { RefreshTokenBox } from './refresh-token-box.ts'
import { isEnded } from './refusals.ts'

/**
 * A session is checked at Firebase at most once in this time in milliseconds. An access token is renewed after 10 to 15
 * minutes at `GET /jwt`, so each session that is in use is checked at the latest then.
 */
export const CHECK_MS = 5 * 60_000

/** The maximum number of sessions of which the time of the last check is kept in memory. */
const MAX_CHECKS = 10_000

/**
 * The time in milliseconds for which no session is checked after Firebase could not be reached, and for which a single
 * session is not checked after its ID token was refused.
 */
const PAUSE_MS = 30_000

type Setup = {
  database: ShopDatabase
  provider: string
  api: FirebaseApi
  box: RefreshTokenBox
  verify: (idToken: string) => Promise<FirebaseUser>
}

/** A valid ID token of the account of a session, and what it says. */
export type FreshToken = { idToken: string; user: FirebaseUser }

/**
 * Exchanges the refresh tokens of sessions. Firebase refuses that if the account was disabled or deleted, or if its
 * tokens were revoked, for example because the password was changed elsewhere. The session then ends. It also ends if
 * the new ID token has no email address, so that the shop cannot use the account any more.
 */
export class SessionChecks {
  readonly #setup: Setup
  readonly #inFlight = new Map<string, Promise<FreshToken | null>>()
  /** When sessions were last checked. A request may have read its session just before the check of another request. */
  readonly #checkedAt = new Lru<string, number>(MAX_CHECKS)
  #pausedUntil = 0

  constructor(setup: Setup) {
    this.#setup = setup
  }

  /**
   * Checks the session, if that is due, and returns whether it goes on. If Firebase cannot be reached, the session goes
   * on, so that people who are signed in can still buy. It also goes on if the new ID token is refused for a reason that
   * may be temporary.
   */
  async goesOn(session: StoredSession): Promise<boolean> {
    const checkedAt = this.#checkedAt.get(session.sessionId) ?? session.checkedAt
    if (now() - checkedAt < CHECK_MS || now() < this.#pausedUntil) return true
    try {
      return (await this.exchange(session)) !== null
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error
      if (error.problem.code === 'network-request-failed') this.#pausedUntil = now() + PAUSE_MS
      else this.#checkedAt.set(session.sessionId, now() + PAUSE_MS - CHECK_MS)
      return true
    }
  }

  /**
   * Returns a new ID token for the account of the session. Returns null if the session has ended. Throws `ServiceFailed`
   * if Firebase cannot be reached. Simultaneous calls for one session share one exchange.
   */
  exchange(session: StoredSession): Promise<FreshToken | null> {
    const { sessionId } = session
    const known = this.#inFlight.get(sessionId)
    if (known) return known
    const running = this.#exchange(session).finally(() => this.#inFlight.delete(sessionId))
    this.#inFlight.set(sessionId, running)
    return running
  }

  async #exchange(session: StoredSession): Promise<FreshToken | null> {
    const { api, box, verify } = this.#setup
    const refreshToken = await box.decrypt(session.refreshToken, session.sessionId)
    if (refreshToken === null) return this.#end(session)
    try {
      const tokens = await api.refresh(refreshToken)
      const user = await verify(tokens.idToken)
      if (user.uid !== session.uid) return await this.#end(session)
      const isSame = tokens.refreshToken === refreshToken
      await this.#save(session, user, isSame ? session.refreshToken : await this.#encrypt(session, tokens))
      this.#checkedAt.set(session.sessionId, now())
      return { idToken: tokens.idToken, user }
    } catch (error) {
      if (isEnded(error) || error instanceof AccountRefused) return this.#end(session)
      // Any other refusal says nothing about the account, such as one of the key or of too many requests.
      if (error instanceof FirebaseRefused)
        throw new ServiceFailed(new Problem('network-request-failed'), error.message)
      throw error
    }
  }

  #encrypt({ sessionId }: StoredSession, tokens: { refreshToken: string }): Promise<string> {
    return this.#setup.box.encrypt(tokens.refreshToken, sessionId)
  }

  /** Stores the tokens, and the name and the email address if they were changed at Firebase. */
  async #save(session: StoredSession, user: FirebaseUser, refreshToken: string): Promise<void> {
    const { sessionId, refreshToken: before } = session
    const isChanged = session.email !== user.email || (user.name !== null && session.name !== user.name)
    await this.#setup.database.write(async (write) => {
      await saveExchange(write.tx, { sessionId, before, refreshToken, checkedAt: now() })
      if (!isChanged) return
      const linked = await linkAccount(write, this.#setup.provider, user)
      if (linked instanceof Problem || linked.subject !== session.subject)
        throw new Error('A session has an account that is not linked.')
      Object.assign(session, { email: linked.email, name: linked.name })
    })
  }

  /** Ends a session, unless another request has replaced its refresh token since this one was read. */
  async #end({ sessionId, subject, refreshToken }: StoredSession): Promise<null> {
    await this.#setup.database.write(async ({ tx, publish }) => {
      if (!(await deleteSession(tx, sessionId, refreshToken))) return
      publish({ type: 'session-ended', sessionId })
      const user = await findUserBySubject(tx, subject)
      if (user) publish({ type: 'user-changed', userId: user.id })
    })
    return null
  }
}
