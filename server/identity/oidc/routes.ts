import type { FastifyReply } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { oidcCalls } from '#contract/accounts/oidc.ts'
import { pages } from '#contract/pages.ts'
import { OIDC_CALLBACK_PATH, oidcReturn } from '#contract/values/oidc.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { admitted } from '#server/platform/http/gate.ts'
import type { OwnLink } from '../queries.ts'
import { finishLogin } from './finish-login.ts'
import type { Finished } from './finish-login.ts'
import type { Oidc } from './oidc.ts'
import { POPUP_SCRIPT_PATH, popupPage, popupScript } from './popup-page.ts'
import { startLogin } from './start-login.ts'
import { readLink, unlinkAccount } from './unlink-account.ts'

/** Adds the routes for signing in with OpenID Connect. `oidc` is null if the shop has no issuer. */
export function oidcRoutes(setup: CallsSetup, oidc: Oidc | null): void {
  serveCalls(setup, oidcCalls, {
    'POST /auth/oidc/start': ({ body, request, reply }) =>
      oidc ? startLogin(oidc, { request, reply }, { ...body, linkTo: null }) : new Problem('not-found'),
    'GET /auth/oidc/link': ({ person }) =>
      oidc ? readLink(oidc.database, linkOf(oidc, person.subject)) : new Problem('not-found'),
    'POST /auth/oidc/link': ({ body, person, request, reply }) => {
      const login = { way: body.way, from: pages.profile, linkTo: person.subject }
      return oidc ? startLogin(oidc, { request, reply }, login) : new Problem('not-found')
    },
    'DELETE /auth/oidc/link': async ({ person }) => {
      if (!oidc) return new Problem('not-found')
      const unlinked = await unlinkAccount(oidc.database, linkOf(oidc, person.subject))
      return unlinked instanceof Problem ? unlinked : { acknowledged: true }
    },
  })
  if (oidc) callbackRoutes(setup, oidc)
}

function linkOf({ linkedAs }: Oidc, account: string): OwnLink {
  return { provider: linkedAs, account }
}

function callbackRoutes(setup: CallsSetup, oidc: Oidc): void {
  const { app } = setup
  const onRequest = admitted(setup, { access: 'public', limit: 'signIn' })
  app.get(`/api${OIDC_CALLBACK_PATH}`, { onRequest }, async (request, reply) => {
    const finished = await finishLogin(oidc, { request, reply })
    // The URL of the callback contains the code, which must not be sent on in the header `Referer`.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return finished.way === 'popup' ? sendPopup(reply, finished) : reply.redirect(returnUrl(finished), 303)
  })
  app.get(POPUP_SCRIPT_PATH, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(popupScript),
  )
}

/**
 * The page has the same opener policy as most issuers. With another one, the browser would separate the popup from its
 * opener, and the opener could not close it.
 */
function sendPopup(reply: FastifyReply, finished: Finished): FastifyReply {
  return reply
    .header('cross-origin-opener-policy', 'unsafe-none')
    .type('text/html; charset=utf-8')
    .send(popupPage(finished))
}

/** The URL is always that of the login page or of the own details, so it cannot lead to another site. */
function returnUrl({ outcome, from, isLink }: Finished): string {
  const query = new URLSearchParams({
    [oidcReturn.outcome]: outcome,
    ...(!isLink && { [oidcReturn.from]: from }),
  })
  return `${isLink ? pages.profile : pages.login}?${query}`
}
