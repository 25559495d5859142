import type { FastifyBaseLogger } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { OIDC_DONE } from '#contract/values/oidc.ts'
import type { OidcRefusal, OidcWay } from '#contract/values/oidc.ts'
import { readCookie } from '../browser-cookie.ts'
import { lockAccount } from '../queries.ts'
import { enter, findSession } from '../sessions/enter.ts'
import type { Http } from '../sessions/enter.ts'
import { takeToken } from '../tokens.ts'
import { findAccount, linkAccount } from './find-account.ts'
import type { Found } from './find-account.ts'
import type { Oidc } from './oidc.ts'
import { tokenOf } from './start-login.ts'
import type { PendingLogin } from './start-login.ts'

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
  const browser = readCookie(http, oidc.cookie)
  const state = new URLSearchParams(query).get('state') ?? ''
  const pending = browser === null ? null : await takePending(oidc, tokenOf(browser, state))
  if (!pending) return { ...UNKNOWN, outcome: 'expired' }
  const outcome = await complete(oidc, http, { pending, query })
  const { way, from, linkTo } = pending
  return { outcome, way, from, isLink: linkTo !== null, state }
}

/** Deletes a pending login, so that a callback works only once. Returns null if there is none, or if it has expired. */
async function takePending({ database }: Oidc, token: string): Promise<PendingLogin | null> {
  const at = await database.time()
  const taken = await database.write(({ tx }) => takeToken(tx, { token, kinds: ['oidc'], at }))
  return taken ? JSON.parse(taken.data) : null
}

type Returned = { pending: PendingLogin; query: string }

async function complete(oidc: Oidc, http: Http, { pending, query }: Returned): Promise<Finished['outcome']> {
  const claims = await oidc.issuer.finish(query, pending.checks)
  if ('refusal' in claims) {
    logFailure(http.request.log, claims)
    return claims.refusal
  }
  const { database, linkedAs } = oidc
  const person = { provider: linkedAs, claims }
  if (pending.linkTo !== null) {
    const signedIn = await findSession(oidc, http)
    if (signedIn?.subject !== pending.linkTo) return 'signed-out'
    return outcomeOf(await linkAccount(database, person, pending.linkTo))
  }
  const found = await findAccount(database, person)
  if ('refusal' in found) return found.refusal
  const entered = await enter(oidc, http, {
    identify: async ({ tx }) => (await lockAccount(tx, found.account)) ?? new Problem('not-found'),
  })
  if (entered === 'second-factor') return 'needs-code'
  return entered instanceof Problem ? 'expired' : OIDC_DONE
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
