import { AS_GUEST } from '#contract/values/as-guest.ts'
import type { Gate } from '#server/platform/http/caller.ts'
import type { SecretSet } from '#server/platform/secrets/secret-set.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { createAccessTokens } from './access-token.ts'
import type { AccessTokens } from './access-token.ts'
import { hasSessionCookie, signedSession } from './cookies.ts'
import { createVerifier } from './firebase/id-token.ts'
import type { VerifyIdToken } from './firebase/id-token.ts'
import { findGuestOfKey, keyInCookie } from './guests/guest-access.ts'
import { createOidc } from './oidc/log-in.ts'
import type { Oidc } from './oidc/log-in.ts'
import { Principals } from './principals.ts'
import type { FirebaseSettings, OidcSettings } from './read-settings.ts'
import type { JoinGuests, OnEmailChanged } from './record-user.ts'
import { findSession, readSession } from './sessions/open-session.ts'
import type { SessionSetup } from './sessions/open-session.ts'

/** What the server needs to sign users in and to find the user who sends a request. */
export type Identity = SessionSetup & {
  publicUrl: string
  onEmailChanged: OnEmailChanged
  joinGuests: JoinGuests
  tokens: AccessTokens
  principals: Principals
  gate: Gate
  sendsMail: boolean
  /** Whether a new account has to be confirmed with a link in a mail before its first session. */
  confirmsSignUps: boolean
  /** Signs people in with OpenID Connect, or null if the shop has no issuer. */
  oidc: Oidc | null
  /** Verifies the ID tokens of Firebase, or null if the shop has the accounts itself. */
  verifyFirebase: VerifyIdToken | null
}

type Setup = {
  database: ShopDatabase
  publicUrl: string
  secrets: SecretSet
  isSingleInstance: boolean
  /** Whether admins and packers have their permissions only in a session that a second factor or a passkey has opened. */
  adminsNeedFactor: boolean
  /** Whether the server is configured to send emails. */
  sendsMail: boolean
  /** Whether this is a demo shop, in which a sign-up always opens a session at once. */
  demo: boolean
  /** The Firebase project that has the accounts, or null if they are in the shop's own database. */
  firebase: FirebaseSettings | null
  oidc: OidcSettings | null
  onEmailChanged: OnEmailChanged
  joinGuests: JoinGuests
}

/**
 * How far the clocks of two instances may be apart, in milliseconds. Up to that difference, an access token is valid for at
 * least 15 minutes on both.
 */
const CLOCK_TOLERANCE_MS = 5 * 60_000

export function createIdentity(setup: Setup): Identity {
  const { database, publicUrl, secrets, sendsMail, demo, firebase, onEmailChanged, joinGuests } = setup
  const { isSingleInstance, adminsNeedFactor } = setup
  const https = publicUrl.startsWith('https:')
  const tokens = createAccessTokens({
    keys: secrets.tokenKey,
    toleranceMs: isSingleInstance ? 0 : CLOCK_TOLERANCE_MS,
  })
  const principals = new Principals({ database, tokens, isSingleInstance, adminsNeedFactor })
  const sessions: SessionSetup = {
    database,
    https,
    secret: secrets.session,
    deviceSecret: secrets.device,
    provider: firebase ? `firebase:${firebase.projectId}` : '',
  }
  return {
    ...sessions,
    publicUrl,
    sendsMail,
    confirmsSignUps: sendsMail && !demo,
    onEmailChanged,
    joinGuests,
    tokens,
    principals,
    oidc: setup.oidc && createOidc(sessions, { publicUrl, settings: setup.oidc }),
    verifyFirebase: firebase && createVerifier(firebase),
    gate: {
      caller: (request) => principals.caller(request),
      guest: (request) => {
        const key = keyInCookie(request, { https })
        if (key === null) return null
        const isAsGuest = request.headers.authorization === AS_GUEST
        return async () =>
          isAsGuest || !(await readSession(sessions, request))
            ? findGuestOfKey(database.read, key, secrets.device)
            : null
      },
      signedSession: (request) => signedSession(request, secrets.session),
      session: (http) => (hasSessionCookie(http.request) ? () => findSession(sessions, http) : null),
      role: (caller) => principals.role(caller),
      userBySession: (request) =>
        hasSessionCookie(request)
          ? async () => {
              const session = await readSession(sessions, request)
              return session && principals.userOf(session)
            }
          : null,
      isStillValid: (caller) => principals.isStillValid(caller),
    },
  }
}
