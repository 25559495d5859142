import type { AdminSession, Gate } from '#server/platform/http/caller.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { createAccessTokens } from './access-token.ts'
import type { AccessTokens } from './access-token.ts'
import { createKnownDevices } from './known-device.ts'
import type { KnownDevices } from './known-device.ts'
import { Principals } from './principals.ts'
import { createProvider, hasSessionCookie } from './provider.ts'
import type { Http, Provider } from './provider.ts'
import { findRole, findUserBySubject, isLiveSession } from './queries.ts'
import { createSignedSessions } from './signed-session.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Everything that recognises people. */
export type Identity = {
  database: ShopDatabase
  provider: Provider
  tokens: AccessTokens
  principals: Principals
  devices: KnownDevices
  gate: Gate
}

type Setup = { database: ShopDatabase; publicUrl: string; secrets: Secrets; alone: boolean }

export function createIdentity({ database, publicUrl, secrets, alone }: Setup): Identity {
  const provider = createProvider({ database, publicUrl, secret: secrets.session })
  const tokens = createAccessTokens(secrets.tokenKey)
  const principals = new Principals({ database, tokens, alone })
  return {
    database,
    provider,
    tokens,
    principals,
    devices: createKnownDevices({ secret: secrets.device, https: publicUrl.startsWith('https:') }),
    gate: {
      caller: (request) => principals.caller(request),
      signedSession: createSignedSessions(secrets.session),
      session: (http) => (hasSessionCookie(http.request) ? () => provider.session(http) : null),
      isAdmin: (caller) => principals.isAdmin(caller),
      adminBySession: (http) =>
        hasSessionCookie(http.request) ? () => findAdmin({ database, provider }, http) : null,
      isStillAdmin: (admin) => isStillAdmin(database, admin),
    },
  }
}

async function findAdmin(
  { database, provider }: Pick<Identity, 'database' | 'provider'>,
  http: Http,
): Promise<AdminSession | null> {
  const person = await provider.session(http)
  if (!person) return null
  const user = await findUserBySubject(database.read, person.subject)
  if (user?.role !== 'Admin' || user.archived_at !== null) return null
  return { userId: user.id, email: user.email, name: user.name, isAdmin: true, sessionId: person.sessionId }
}

async function isStillAdmin({ read }: ShopDatabase, { userId, sessionId }: AdminSession): Promise<boolean> {
  const user = await findRole(read, userId)
  return user?.role === 'Admin' && isLiveSession(read, sessionId)
}
