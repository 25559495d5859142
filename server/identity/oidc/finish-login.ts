import type { FastifyBaseLogger } from 'fastify'
import { OIDC_DONE } from '#contract/values/oidc.ts'
import type { OidcRefusal, OidcWay } from '#contract/values/oidc.ts'
import type { Http } from '../provider/identity-provider.ts'
import { browserOf } from './browser-cookie.ts'
import { findAccount, linkAccount } from './find-account.ts'
import type { Found } from './find-account.ts'
import type { Oidc } from './oidc.ts'
import { takePending } from './pending-logins.ts'
import type { PendingLogin } from './pending-logins.ts'

/** What the browser is told after a login: where to go on, and the outcome. */
export type Finished = {
  outcome: typeof OIDC_DONE | OidcRefusal
  way: OidcWay
  from: string
  isLink: boolean
  state: string
}

const UNKNOWN = { way: 'redirect', from: '/', isLink: false, state: '' } as const

/**
 * Completes a login when the issuer has redirected the browser back. Opens a session, or links the account of the person
 * who is signed in. The login must have been started in the same browser, and can be completed once.
 */
export async function finishLogin(oidc: Oidc, http: Http): Promise<Finished> {
  const query = http.request.url.slice((http.request.url + '?').indexOf('?'))
  const browser = browserOf(http, oidc.https)
  const state = new URLSearchParams(query).get('state') ?? ''
  const pending = browser === null ? null : await takePending(oidc.database, browser, state)
  if (!pending) return { ...UNKNOWN, outcome: 'expired' }
  const outcome = await complete(oidc, http, { pending, query })
  const { way, from, linkTo } = pending
  return { outcome, way, from, isLink: linkTo !== null, state }
}

type Returned = { pending: PendingLogin; query: string }

async function complete(oidc: Oidc, http: Http, { pending, query }: Returned): Promise<Finished['outcome']> {
  const claims = await oidc.issuer.finish(query, pending.checks)
  if ('refusal' in claims) {
    logFailure(http.request.log, claims)
    return claims.refusal
  }
  const { database, provider } = oidc
  const person = { provider, claims }
  if (pending.linkTo !== null) {
    const signedIn = await oidc.session(http)
    if (signedIn?.subject !== pending.linkTo) return 'signed-out'
    return outcomeOf(await linkAccount(database, person, pending.linkTo))
  }
  const found = await findAccount(database, person)
  if ('userId' in found) await oidc.openSession(http, found.userId)
  return outcomeOf(found)
}

function outcomeOf(found: Found): Finished['outcome'] {
  return 'refusal' in found ? found.refusal : OIDC_DONE
}

function logFailure(
  log: FastifyBaseLogger,
  { refusal, reason }: { refusal: OidcRefusal; reason: string },
): void {
  if (refusal !== 'cancelled') log.warn({ reason }, `OpenID Connect login failed: ${refusal}`)
}
