import { subscriptionCalls } from '#contract/orders/subscriptions.ts'
import { findKind } from '#server/catalogue/roasters-choice.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { CardParts } from '../change-card.ts'
import { changeSubscription } from './change-subscription.ts'
import type { Changing } from './change-subscription.ts'
import { mailCode } from './mailed-code.ts'
import { changeByLink, listByLink, listOwn, mailLink, revokeLinks } from './subscriptions-by-link.ts'

/** Adds the routes with which customers see and change their subscriptions, with a login or with a mailed link. */
export function subscriptionRoutes(setup: CallsSetup, parts: Changing & CardParts): void {
  const { read } = parts.database
  serveCalls(setup, subscriptionCalls, {
    'GET /roastersChoice/{id}': async ({ params }) =>
      findKind(read, await parts.selling.settingsNow(), params.id),
    'GET /subscriptions': ({ caller }) => listOwn(parts, caller),
    'PUT /subscriptions/{id}': ({ caller, params, body }) =>
      changeSubscription(parts, caller, { id: params.id, change: body }),
    'POST /subscriptions/links': ({ body, request }) =>
      mailLink({ ...parts, limits: setup.shared }, { ...body, ip: request.ip }),
    'POST /subscriptions/link': ({ body }) => listByLink(parts, body.token),
    'PUT /subscriptions/link/{id}': ({ params, body }) => changeByLink(parts, { id: params.id, ...body }),
    'POST /subscriptions/link/code': ({ body }) => mailCode({ ...parts, limits: setup.shared }, body.token),
    'POST /subscriptions/link/revocation': ({ body }) => revokeLinks(parts, body.token),
  })
}
