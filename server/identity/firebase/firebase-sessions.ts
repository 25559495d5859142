import { hash, randomBytes } from 'node:crypto'
import { newId, now } from '#server/platform/clock.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { Http } from '../provider/identity-provider.ts'
import { endedCookie, sessionCookie, sessionTokenIn } from '../provider/session-cookie.ts'
import type { FirebaseTokens } from './firebase-api.ts'
import type { FirebaseUser } from './id-token.ts'
import { deleteSession, findSession, insertSession, isLive, renewSession } from './session-queries.ts'
import type { StoredSession } from './session-queries.ts'
import type { RefreshTokenBox } from './refresh-token-box.ts'

const DAY_MS = 24 * 60 * 60_000

/** A session ends if it was not used for this time in milliseconds. It is renewed once a day, as better-auth does. */
const SESSION_MS = 30 * DAY_MS

type Setup = {
  database: ShopDatabase
  provider: string
  https: boolean
  readSecret: () => Promise<SigningSecret>
  box: RefreshTokenBox
}

/** A session that is not stored yet, and its token for the cookie. */
type Opening = { sessionId: string; token: string; refreshToken: string }

/**
 * The sessions of people who signed in with Firebase. Their cookie is the same as that of the built-in provider. Only a
 * hash of a session's token is stored. The name of the project is part of what is hashed, so that a session ends if the
 * shop is given another provider or another project.
 */
export class FirebaseSessions {
  readonly #setup: Setup

  constructor(setup: Setup) {
    this.#setup = setup
  }

  /** Makes a session, which `insert` stores and `send` sends to the browser. */
  async make({ refreshToken }: FirebaseTokens): Promise<Opening> {
    const sessionId = newId()
    return {
      sessionId,
      token: randomBytes(32).toString('hex'),
      refreshToken: await this.#setup.box.encrypt(refreshToken, sessionId),
    }
  }

  async insert(
    tx: Db,
    { sessionId, token, refreshToken }: Opening,
    account: { subject: string; user: FirebaseUser; browser: string },
  ): Promise<void> {
    const { subject, user, browser } = account
    await insertSession(tx, {
      sessionId,
      subject,
      browser,
      hash: this.#hashOf(token),
      ...this.#times(),
      uid: user.uid,
      refreshToken,
      checkedAt: now(),
    })
  }

  async send({ reply }: Http, token: string): Promise<void> {
    const { https, readSecret } = this.#setup
    const secret = (await readSecret()).current
    reply.header('set-cookie', sessionCookie(token, { secret, https, maxAgeS: SESSION_MS / 1000 }))
  }

  /** Returns the session of the browser that sent the request, or null. Renews it if it is older than a day. */
  async find(http: Http): Promise<StoredSession | null> {
    const token = await this.#tokenOf(http)
    if (!token) return null
    const { database } = this.#setup
    const { at } = this.#times()
    const renewBefore = new Date(now() + SESSION_MS - DAY_MS).toISOString()
    const session = await findSession(database.read, { hash: this.#hashOf(token), at, renewBefore })
    if (session?.isOld) {
      await database.write(({ tx }) => renewSession(tx, { ...session, ...this.#times() }))
      await this.send(http, token)
    }
    return session
  }

  isLive(sessionId: string): Promise<boolean> {
    return isLive(this.#setup.database.read, { sessionId, at: this.#times().at })
  }

  /** Ends the session of the browser that sent the request, if it has one. */
  async end(http: Http): Promise<void> {
    const token = await this.#tokenOf(http)
    const lookUp = { hash: this.#hashOf(token ?? ''), at: this.#times().at, renewBefore: this.#times().at }
    const session = token === null ? null : await findSession(this.#setup.database.read, lookUp)
    if (session) await this.#setup.database.write(({ tx }) => deleteSession(tx, session.sessionId))
    http.reply.header('set-cookie', endedCookie(this.#setup.https))
  }

  async #tokenOf({ request }: Http): Promise<string | null> {
    return sessionTokenIn(request.headers.cookie, await this.#setup.readSecret())
  }

  #hashOf(token: string): string {
    return hash('sha256', `${this.#setup.provider} ${token}`, 'base64url')
  }

  #times(): { at: string; expiresAt: string } {
    return { at: new Date(now()).toISOString(), expiresAt: new Date(now() + SESSION_MS).toISOString() }
  }
}
