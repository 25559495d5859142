import { SettingError, text, url } from '#server/platform/environment.ts'
import type { Environment } from '#server/platform/environment.ts'
import type { OidcSettings } from './oidc-settings.ts'

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
