import type { Gate, UserSession } from '#server/platform/http/caller.ts'
import type { SecretSet } from '#server/platform/secrets/secret-set.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { createAccessTokens } from './access-token.ts'
import type { AccessTokens } from './access-token.ts'
import { createKnownDevices } from './known-device.ts'
import type { KnownDevices } from './known-device.ts'
import { createOidc } from './oidc/oidc.ts'
import type { Oidc } from './oidc/oidc.ts'
import type { OidcSettings } from './oidc/oidc-settings.ts'
import { Principals } from './principals.ts'
import { firebaseProvider } from './firebase/firebase-provider.ts'
import type { FirebaseSettings } from './firebase/firebase-api.ts'
import { betterAuthProvider } from './provider/better-auth-provider.ts'
import type { Http, IdentityProvider } from './provider/identity-provider.ts'
import { createSignedSessions, hasSessionCookie } from './provider/session-cookie.ts'
import { findRole, findUserBySubject } from './queries.ts'
import type { OnEmailChanged } from './record-user.ts'

/** What the server needs to sign users in and to find the user who sends a request. */
export type Identity = {
  database: ShopDatabase
  provider: IdentityProvider
  onEmailChanged: OnEmailChanged
  tokens: AccessTokens
  principals: Principals
  devices: KnownDevices
  gate: Gate
  sendsMail: boolean
  /** Whether a new account has to be confirmed with a link in a mail before its first session. */
  confirmsSignUps: boolean
  /** Whether browsers reach the shop by https, so that cookies can be limited to https. */
  https: boolean
  /** Signs people in with OpenID Connect, or null if the shop has no issuer. */
  oidc: Oidc | null
}

type Setup = {
  database: ShopDatabase
  publicUrl: string
  secrets: SecretSet
  alone: boolean
  /** Whether the server is configured to send emails. */
  sendsMail: boolean
  /** Whether this is a demo shop, in which a sign-up always opens a session at once. */
  demo: boolean
  /** The Firebase project that has the accounts, or null if they are in the shop's own database. */
  firebase?: FirebaseSettings | null | undefined
  oidc?: OidcSettings | null
  /** If given, replaces the identity provider, which manages accounts and sessions. */
  provider?: IdentityProvider | undefined
  /** Called when the email address of a user changes. The default is a function that does nothing. */
  onEmailChanged?: OnEmailChanged | undefined
}

/**
 * The difference in milliseconds between the clocks of two server instances with which access tokens still have at
 * least their 15 minutes on both.
 */
const CLOCK_TOLERANCE_MS = 5 * 60_000

export function createIdentity({
  database,
  publicUrl,
  secrets,
  alone,
  sendsMail,
  demo,
  ...parts
}: Setup): Identity {
  const https = publicUrl.startsWith('https:')
  const own = { database, publicUrl, readSecret: async () => secrets.session }
  const builtIn = betterAuthProvider(own)
  const provider =
    parts.provider ?? (parts.firebase ? firebaseProvider({ ...own, settings: parts.firebase }) : builtIn)
  const tokens = createAccessTokens({
    readKeys: async () => secrets.tokenKey,
    toleranceMs: alone ? 0 : CLOCK_TOLERANCE_MS,
  })
  const principals = new Principals({ database, provider, tokens, alone })
  return {
    database,
    provider,
    sendsMail,
    confirmsSignUps: sendsMail && !demo,
    https,
    onEmailChanged: parts.onEmailChanged ?? (async () => undefined),
    tokens,
    principals,
    oidc: parts.oidc ? createOidc({ ...builtIn, database, publicUrl, settings: parts.oidc }) : null,
    devices: createKnownDevices({
      secret: () => secrets.device,
      https,
    }),
    gate: {
      caller: (request) => principals.caller(request),
      signedSession: createSignedSessions(() => secrets.session),
      session: (http) => (hasSessionCookie(http.request) ? () => provider.session(http) : null),
      isAdmin: (caller) => principals.isAdmin(caller),
      userBySession: (http) =>
        hasSessionCookie(http.request) ? () => findUser({ database, provider }, http) : null,
      isStillValid: (holder) => isStillValid({ database, provider }, holder),
    },
  }
}

async function findUser(
  { database, provider }: Pick<Identity, 'database' | 'provider'>,
  http: Http,
): Promise<UserSession | null> {
  const person = await provider.session(http)
  if (!person) return null
  const user = await findUserBySubject(database.read, person.subject)
  if (!user || user.archived_at !== null) return null
  const { id: userId, email, name, role } = user
  return { userId, email, name, isAdmin: role === 'Admin', sessionId: person.sessionId }
}

async function isStillValid(
  { database, provider }: Pick<Identity, 'database' | 'provider'>,
  { userId, sessionId, isAdmin }: UserSession,
): Promise<boolean> {
  const user = await findRole(database.read, userId)
  return user !== undefined && (!isAdmin || user.role === 'Admin') && provider.isLiveSession(sessionId)
}
