import { Problem } from '#contract/errors.ts'
import { OIDC_CALLBACK_PATH, OIDC_DONE } from '#contract/values/oidc.ts'
import type { OidcRefusal } from '#contract/values/oidc.ts'
import { retryDuplicate } from '#server/platform/database/database-errors.ts'
import { readBrowserSecret, setBrowserSecret } from '../cookies.ts'
import type { Http } from '../cookies.ts'
import type { OidcSettings } from '../read-settings.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SessionSetup } from '../sessions/open-session.ts'
import { mint, newToken, takeToken } from '../tokens.ts'
import { Issuer, IssuerUnreachable } from './issuer.ts'
import type { Checks } from './issuer.ts'
import { findAccount } from './find-account.ts'

/** What is needed to sign people in with OpenID Connect. */
export type Oidc = SessionSetup & {
  issuer: Issuer
  /** The `provider` of links with this issuer. After a change of the issuer, ids of the former one mean nothing. */
  linkedAs: string
}

/** The owner of the shop has to register the redirect URI at the issuer. */
export function createOidc(
  sessions: SessionSetup,
  { settings, publicUrl }: { settings: OidcSettings; publicUrl: string },
): Oidc {
  return {
    ...sessions,
    issuer: new Issuer(settings, `${publicUrl}/api${OIDC_CALLBACK_PATH}`),
    linkedAs: `oidc ${settings.issuer.replace(/\/+$/, '')}`,
  }
}

/**
 * A login that was started and has not come back from the issuer yet. `from` is the path of the page that required the
 * login.
 */
type PendingLogin = { checks: Checks; from: string }

/** The time in milliseconds within which a login must come back from the issuer. */
const PENDING_MS = 10 * 60 * 1000

/** The cookie with the secret of a browser in which logins were started. Logins in several tabs share one secret. */
const COOKIE = 'crema.oidc'

/** Starts a login at the issuer. Returns the URL of its login page, or the problem `issuer-unreachable`. */
export async function startLogin(
  { issuer, database, https }: Oidc,
  http: Http,
  { from }: Pick<PendingLogin, 'from'>,
): Promise<{ url: string } | Problem> {
  try {
    const { checks, url } = await issuer.start()
    const browser = readBrowserSecret(http, { name: COOKIE, https }) ?? newToken().token
    const expiresAt = (await database.time()) + PENDING_MS
    const token = tokenOf(browser, checks.state)
    const data: PendingLogin = { from, checks }
    await database.write(({ tx }) => mint(tx, { kind: 'oidc', owner: null, data, expiresAt, token }))
    setBrowserSecret(http, { name: COOKIE, value: browser, lifetimeMs: PENDING_MS, https })
    return { url }
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
function tokenOf(browser: string, state: string): string {
  return `${browser} ${state}`
}

type Outcome = typeof OIDC_DONE | OidcRefusal

/** What the browser is told after a login: where to go on, and the outcome. */
export type Finished = { outcome: Outcome; from: string }

/**
 * Completes a login when the issuer has redirected the browser back, and opens a session. The login must have been started in
 * the same browser, and can be completed once.
 */
export async function finishLogin(oidc: Oidc, http: Http): Promise<Finished> {
  const { database, https } = oidc
  const query = http.request.url.slice((http.request.url + '?').indexOf('?'))
  const state = new URLSearchParams(query).get('state') ?? ''
  const token = tokenOf(readBrowserSecret(http, { name: COOKIE, https }) ?? '', state)
  const at = await database.time()
  const taken = await database.write(({ tx }) => takeToken(tx, { token, kinds: ['oidc'], at }))
  if (!taken) return { outcome: 'expired', from: '/' }
  const { checks, from }: PendingLogin = JSON.parse(taken.data)
  return { outcome: await complete(oidc, http, { checks, query }), from }
}

type Returned = { checks: Checks; query: string }

async function complete(oidc: Oidc, http: Http, { checks, query }: Returned): Promise<Outcome> {
  const claims = await oidc.issuer.finish(query, checks)
  if ('refusal' in claims) {
    const { refusal, reason } = claims
    if (refusal !== 'cancelled') http.request.log.warn({ reason }, `OpenID Connect login failed: ${refusal}`)
    return refusal
  }
  const provider = oidc.linkedAs
  let refusal: OidcRefusal = 'expired'
  const entered = await retryDuplicate(() =>
    openSession(oidc, http, {
      link: { provider, subject: claims.subject },
      identify: async ({ tx }) => {
        const found = await findAccount(tx, { provider, claims })
        if (typeof found !== 'string') return found
        refusal = found
        return new Problem('forbidden')
      },
    }),
  )
  if (entered === 'second-factor') return 'needs-code'
  return entered instanceof Problem ? refusal : OIDC_DONE
}
