import { Problem } from '#contract/errors.ts'
import { oidcCalls } from '#contract/identity/oidc.ts'
import { pages } from '#contract/pages.ts'
import { OIDC_CALLBACK_PATH, oidcReturn } from '#contract/values/oidc.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { finishLogin, startLogin } from './log-in.ts'
import type { Finished, Oidc } from './log-in.ts'

/** Adds the routes for signing in with OpenID Connect. `oidc` is null if the shop has no issuer. */
export function oidcRoutes(setup: CallsSetup, oidc: Oidc | null): void {
  serveCalls(setup, oidcCalls, {
    'POST /auth/oidc/start': ({ body, ...http }) =>
      oidc ? startLogin(oidc, http, body) : Promise.resolve(new Problem('not-found')),
  })
  if (!oidc) return
  const onRequest = admitted(setup, { access: 'public', limit: 'signIn' })
  setup.app.get(`/api${OIDC_CALLBACK_PATH}`, { onRequest }, async (request, reply) => {
    const finished = await finishLogin(oidc, { request, reply })
    // The URL of the callback contains the code, which must not be sent on in the header `Referer`.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return reply.redirect(returnUrl(finished), 303)
  })
}

/** The URL is always that of the login page, so it cannot lead to another site. */
function returnUrl({ outcome, from }: Finished): string {
  return `${pages.login}?${new URLSearchParams({ [oidcReturn.outcome]: outcome, [oidcReturn.from]: from })}`
}
