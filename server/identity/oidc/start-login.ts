import { Problem } from '#contract/errors.ts'
import type { Http } from '../provider/identity-provider.ts'
import { rememberBrowser } from './browser-cookie.ts'
import { IssuerUnreachable } from './discovery.ts'
import type { Oidc } from './oidc.ts'
import { storePending } from './pending-logins.ts'
import type { PendingLogin } from './pending-logins.ts'

/** The URL of the issuer's login page, and the `state` parameter in it. */
export type StartedLogin = { url: string; state: string }

/** Starts a login at the issuer. Returns the problem `issuer-unreachable` if the issuer cannot be reached. */
export async function startLogin(
  { issuer, database, https }: Oidc,
  http: Http,
  login: Omit<PendingLogin, 'checks'>,
): Promise<StartedLogin | Problem> {
  try {
    const { checks, url } = await issuer.start()
    await storePending(database, rememberBrowser(http, https), { ...login, checks })
    return { url, state: checks.state }
  } catch (error) {
    if (!(error instanceof IssuerUnreachable)) throw error
    http.request.log.warn({ reason: error.message }, 'OpenID Connect issuer cannot be reached')
    return new Problem('issuer-unreachable')
  }
}
