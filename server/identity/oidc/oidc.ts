import { OIDC_CALLBACK_PATH } from '#contract/values/oidc.ts'
import type { BrowserCookie } from '../browser-cookie.ts'
import type { SessionSetup } from '../sessions/enter.ts'
import { Issuer } from './issuer.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** What is needed to sign people in with OpenID Connect. */
export type Oidc = SessionSetup & {
  issuer: Issuer
  /** The `provider` of links with this issuer. After a change of the issuer, ids of the former one mean nothing. */
  linkedAs: string
  /** The cookie with the secret of a browser in which logins were started. Logins in several tabs share one secret. */
  cookie: BrowserCookie
}

export function createOidc(
  sessions: SessionSetup,
  { settings, publicUrl }: { settings: OidcSettings; publicUrl: string },
): Oidc {
  return {
    ...sessions,
    issuer: new Issuer(settings, redirectUri(publicUrl)),
    linkedAs: `oidc ${settings.issuer.replace(/\/+$/, '')}`,
    cookie: { name: 'crema.oidc', https: sessions.https },
  }
}

/** Returns the redirect URI, which the owner of the shop has to register at the issuer. */
function redirectUri(publicUrl: string): string {
  return `${publicUrl}/api${OIDC_CALLBACK_PATH}`
}
