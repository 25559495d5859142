import { Problem } from '#contract/errors.ts'
import { oidcCalls } from '#contract/accounts/oidc.ts'
import { pages } from '#contract/pages.ts'
import { OIDC_CALLBACK_PATH, oidcChannel, oidcReturn } from '#contract/values/oidc.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { acknowledged } from '../routes.ts'
import { readLink, unlinkAccount } from './link-account.ts'
import { finishLogin, startLogin } from './log-in.ts'
import type { Finished, Oidc } from './log-in.ts'

/** Adds the routes for signing in with OpenID Connect. `oidc` is null if the shop has no issuer. */
export function oidcRoutes(setup: CallsSetup, oidc: Oidc | null): void {
  const withIssuer = async <T>(act: (oidc: Oidc) => Promise<T>) =>
    oidc ? act(oidc) : new Problem('not-found')
  serveCalls(setup, oidcCalls, {
    'POST /auth/oidc/start': ({ body, ...http }) =>
      withIssuer((own) => startLogin(own, http, { ...body, linkTo: null })),
    'GET /auth/oidc/link': ({ person: { subject: account } }) =>
      withIssuer((own) => readLink(own.database, { provider: own.linkedAs, account })),
    'POST /auth/oidc/link': ({ body: { way }, person, ...http }) =>
      withIssuer((own) => startLogin(own, http, { way, from: pages.profile, linkTo: person.subject })),
    'DELETE /auth/oidc/link': ({ person: { subject: account } }) =>
      withIssuer(async ({ database, linkedAs }) =>
        acknowledged(await unlinkAccount(database, { provider: linkedAs, account })),
      ),
  })
  if (oidc) callbackRoutes(setup, oidc)
}

/** The path of the script of the page that ends a login in a popup. */
const POPUP_SCRIPT_PATH = '/api/auth/oidc/popup.js'

function callbackRoutes(setup: CallsSetup, oidc: Oidc): void {
  const { app } = setup
  const onRequest = admitted(setup, { access: 'public', limit: 'signIn' })
  app.get(`/api${OIDC_CALLBACK_PATH}`, { onRequest }, async (request, reply) => {
    const finished = await finishLogin(oidc, { request, reply })
    // The URL of the callback contains the code, which must not be sent on in the header `Referer`.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    if (finished.way !== 'popup') return reply.redirect(returnUrl(finished), 303)
    // The page has the same opener policy as most issuers. With another one, the browser would separate the popup from
    // its opener, and the opener could not close it.
    reply.header('cross-origin-opener-policy', 'unsafe-none')
    return reply.type('text/html; charset=utf-8').send(popupPage(finished))
  })
  app.get(POPUP_SCRIPT_PATH, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(popupScript),
  )
}

/** The URL is always that of the login page or of the own details, so it cannot lead to another site. */
function returnUrl({ outcome, from, isLink }: Finished): string {
  const query = new URLSearchParams({
    [oidcReturn.outcome]: outcome,
    ...(!isLink && { [oidcReturn.from]: from }),
  })
  return `${isLink ? pages.profile : pages.login}?${query}`
}

/**
 * Sends the outcome of the login to the page that opened the popup. A `BroadcastChannel` also works if the issuer has cut
 * off the popup from its opener with `Cross-Origin-Opener-Policy`. The popup closes itself if its opener has not.
 */
const popupScript = `const { channel, outcome } = document.documentElement.dataset
new BroadcastChannel(channel).postMessage(outcome)
setTimeout(close, 300)
`

/** Returns the page that a popup shows for a moment after the login. The content security policy forbids inline scripts. */
function popupPage({ outcome, state }: Finished): string {
  return `<!doctype html><html lang="en" data-channel="${oidcChannel(state)}" data-outcome="${outcome}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Log In</title><script src="${POPUP_SCRIPT_PATH}" defer></script></head><body><main><h1>Log In</h1><p>You can close this window.</p></main></body></html>`
}
