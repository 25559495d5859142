import { Lru } from '#server/platform/lru.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { SessionChecks } from './check-session.ts'
import { FirebaseApi } from './firebase-api.ts'
import type { FirebaseSettings } from './firebase-api.ts'
import { FirebaseSessions } from './firebase-sessions.ts'
import { verifyIdToken } from './id-token.ts'
import type { FirebaseUser } from './id-token.ts'
import { PublishedKeys } from './published-keys.ts'
import { RefreshTokenBox } from './refresh-token-box.ts'

export type FirebaseSetup = {
  database: ShopDatabase
  publicUrl: string
  readSecret: () => Promise<SigningSecret>
  settings: FirebaseSettings
}

/** What the methods of the provider share. */
export type Parts = Pick<FirebaseSetup, 'database' | 'publicUrl'> & {
  /** The name of the project, which the shop stores beside the ids of its accounts. */
  provider: string
  api: FirebaseApi
  sessions: FirebaseSessions
  checks: SessionChecks
  box: RefreshTokenBox
  /** When a mail was last sent to an address because it belongs to an account of the shop, in UTC milliseconds. */
  mailedAt: Lru<string, number>
  /**
   * The ID tokens of people who have just entered their password again, by subject. They are needed to delete an account
   * at Firebase after its sessions were deleted in the shop.
   */
  confirmed: Lru<string, { idToken: string; at: number }>
  verify: (idToken: string, expected: { isSignIn: boolean }) => Promise<FirebaseUser>
}

/**
 * The time in milliseconds that Firebase has for checking a session. The page waits for it. If Firebase does not respond,
 * the session goes on.
 */
const CHECK_TIMEOUT_MS = 4000

export function partsOf({ database, publicUrl, readSecret, settings }: FirebaseSetup): Parts {
  const { projectId, apiBase } = settings
  const provider = `firebase:${projectId}`
  const keys = new PublishedKeys(apiBase)
  const verify: Parts['verify'] = (idToken, expected) =>
    verifyIdToken({ projectId, findKey: keys.find }, idToken, expected)
  const api = new FirebaseApi(settings)
  const box = new RefreshTokenBox(readSecret)
  const https = publicUrl.startsWith('https:')
  return {
    database,
    publicUrl,
    provider,
    api,
    box,
    verify,
    mailedAt: new Lru(1000),
    confirmed: new Lru(1000),
    sessions: new FirebaseSessions({ database, provider, https, readSecret, box }),
    checks: new SessionChecks({
      database,
      provider,
      api: new FirebaseApi(settings, CHECK_TIMEOUT_MS),
      box,
      verify: (idToken) => verify(idToken, { isSignIn: false }),
    }),
  }
}
