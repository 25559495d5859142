import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { OIDC_CALLBACK_PATH } from '#contract/values/oidc.ts'
import type { Http } from '../provider/identity-provider.ts'
import { Issuer } from './issuer.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** What is needed to sign people in with OpenID Connect. */
export type Oidc = {
  database: ShopDatabase
  issuer: Issuer
  /** The `provider_id` of accounts of this issuer. After a change of the issuer, ids of the former one mean nothing. */
  provider: string
  /** Whether the shop is served with https. */
  https: boolean
  session: (http: Http) => Promise<SessionPerson | null>
  /** Opens a session for the account with this id, and sets the session cookie. */
  openSession: (http: Http, userId: string) => Promise<void>
}

type Setup = Pick<Oidc, 'database' | 'session' | 'openSession'> & {
  settings: OidcSettings
  publicUrl: string
}

export function createOidc({ settings, publicUrl, ...parts }: Setup): Oidc {
  return {
    ...parts,
    issuer: new Issuer(settings, redirectUri(publicUrl)),
    provider: `oidc ${settings.issuer.replace(/\/+$/, '')}`,
    https: publicUrl.startsWith('https:'),
  }
}

/** Returns the redirect URI, which the owner of the shop has to register at the issuer. */
function redirectUri(publicUrl: string): string {
  return `${publicUrl}/api${OIDC_CALLBACK_PATH}`
}
