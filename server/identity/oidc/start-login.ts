import { Problem } from '#contract/errors.ts'
import type { OidcWay } from '#contract/values/oidc.ts'
import { readCookie, setCookie } from '../browser-cookie.ts'
import type { Http } from '../sessions/enter.ts'
import { mint, newToken } from '../tokens.ts'
import { IssuerUnreachable } from './discovery.ts'
import type { Checks } from './issuer.ts'
import type { Oidc } from './oidc.ts'

/**
 * A login that was started and has not come back from the issuer yet. `from` is the path of the page that required the
 * login. `linkTo` is the id of the account that is to be linked, or null if the person wants to sign in.
 */
export type PendingLogin = { checks: Checks; way: OidcWay; from: string; linkTo: string | null }

/** The time in milliseconds within which a login must come back from the issuer. */
const PENDING_MS = 10 * 60 * 1000

/** The URL of the issuer's login page, and the `state` parameter in it. */
type StartedLogin = { url: string; state: string }

/** Starts a login at the issuer. Returns the problem `issuer-unreachable` if the issuer cannot be reached. */
export async function startLogin(
  { issuer, database, cookie }: Oidc,
  http: Http,
  login: Omit<PendingLogin, 'checks'>,
): Promise<StartedLogin | Problem> {
  try {
    const { checks, url } = await issuer.start()
    const browser = readCookie(http, cookie) ?? newToken().token
    const expiresAt = (await database.time()) + PENDING_MS
    const token = tokenOf(browser, checks.state)
    const data: PendingLogin = { ...login, checks }
    await database.write(({ tx }) => mint(tx, { kind: 'oidc', owner: login.linkTo, data, expiresAt, token }))
    setCookie(http, { ...cookie, value: browser, lifetimeMs: PENDING_MS })
    return { url, state: checks.state }
  } catch (error) {
    if (!(error instanceof IssuerUnreachable)) throw error
    http.request.log.warn({ reason: error.message }, 'OpenID Connect issuer cannot be reached')
    return new Problem('issuer-unreachable')
  }
}

/**
 * Returns the token of a login. It contains the secret in the cookie of the browser, so that the login can be completed
 * only where it was started.
 */
export function tokenOf(browser: string, state: string): string {
  return `${browser} ${state}`
}
