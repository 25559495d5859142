import { baseUrl, SettingError, text, url } from '#server/platform/environment.ts'
import type { Environment } from '#server/platform/environment.ts'

/** The public settings of a Firebase project. `apiBase` is the URL of a program that replaces Firebase in tests. */
export type FirebaseSettings = { apiKey: string; projectId: string; apiBase: string | null }

/**
 * The OpenID Connect issuer with which people can sign in, and the shop's registration as a client there. `name` is
 * shown to people.
 */
export type OidcSettings = { issuer: string; clientId: string; clientSecret: string; name: string }

/** Reads the settings of Firebase Authentication. Returns null if the shop has the accounts itself. */
export function firebaseSettings(
  env: Environment,
  { demo, isReal }: { demo: boolean; isReal: boolean },
): FirebaseSettings | null {
  const name = text(env, 'IDENTITY') ?? 'own'
  if (name === 'own') return null
  if (name !== 'firebase') throw new SettingError(`IDENTITY must be "own" or "firebase", not "${name}".`)
  const [apiKey, projectId] = ['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'].map((one) => text(env, one))
  if (!apiKey || !projectId)
    throw new SettingError('IDENTITY=firebase needs FIREBASE_API_KEY and FIREBASE_PROJECT_ID beside it.')
  if (demo)
    throw new SettingError(
      'IDENTITY=firebase cannot be used by a demo shop, whose accounts are its own: set PUBLIC_URL, or DEMO=0.',
    )
  return { apiKey, projectId, apiBase: firebaseBase(env, isReal) }
}

function firebaseBase(env: Environment, isReal: boolean): string | null {
  if (text(env, 'FIREBASE_AUTH_EMULATOR_HOST'))
    throw new SettingError(
      'FIREBASE_AUTH_EMULATOR_HOST cannot be used, because the tokens of the emulator are not signed: leave it out.',
    )
  const apiBase = baseUrl(env, 'FIREBASE_API_BASE')
  if (apiBase && isReal)
    throw new SettingError(
      'FIREBASE_API_BASE is for tests, and not for a shop with PUBLIC_URL: leave it out.',
    )
  return apiBase
}

const OIDC_NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Reads the settings of OpenID Connect. Returns null if there are none. */
export function oidcSettings(env: Environment): OidcSettings | null {
  const [issuer, clientId, clientSecret] = OIDC_NAMES.map((name) => text(env, name))
  const name = text(env, 'OIDC_NAME')
  if (!issuer && !clientId && !clientSecret && !name) return null
  if (!issuer || !clientId || !clientSecret)
    throw new SettingError(`${OIDC_NAMES.join(', ')} go together: set all three or none.`)
  const host = issuerHost(env)
  return { issuer, clientId, clientSecret, name: name ?? host }
}

/** Without encryption, a proxy on the way to the issuer could sign in as any person. Only tests need no encryption. */
function issuerHost(env: Environment): string {
  if (text(env, 'IDENTITY') === 'firebase')
    throw new SettingError(
      'OIDC_ISSUER cannot be used together with IDENTITY=firebase: leave one of them out.',
    )
  const { protocol, hostname, host } = new URL(url(env, 'OIDC_ISSUER', ['https:', 'http:']) ?? '')
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new SettingError('OIDC_ISSUER must be an address that starts with https://.')
  return host
}
