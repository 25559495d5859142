import { Problem } from '#contract/errors.ts'
import { subscriptionCalls } from '#contract/orders/subscriptions.ts'
import type { OwnSubscriptions } from '#contract/orders/subscriptions.ts'
import { findKind } from '#server/catalogue/roasters-choice.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { takesCards } from '../change-card.ts'
import type { CardParts } from '../change-card.ts'
import { changeSubscription } from './change-subscription.ts'
import type { Changing } from './change-subscription.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { mailCode } from './mailed-code.ts'
import { changeByLink, listByLink, mailLink, revokeLinks } from './subscriptions-by-link.ts'

/** Adds the routes with which customers see and change their subscriptions, with a login or with a mailed link. */
export function subscriptionRoutes(setup: CallsSetup, parts: Changing & CardParts): void {
  const { read } = parts.database
  serveCalls(setup, subscriptionCalls, {
    'GET /roastersChoice/{id}': async ({ params }) =>
      findKind(read, await parts.selling.settingsNow(), params.id),
    'GET /subscriptions': async ({ caller }) => withCards(parts, await listSubscriptions(read, caller)),
    'PUT /subscriptions/{id}': ({ caller, params, body }) =>
      changeSubscription(parts, caller, { id: params.id, change: body }),
    'POST /subscriptions/links': ({ body, request }) =>
      mailLink({ ...parts, limits: setup.shared }, { ...body, ip: request.ip }),
    'POST /subscriptions/link': async ({ body }) => withCards(parts, await listByLink(read, body.token)),
    'PUT /subscriptions/link/{id}': ({ params, body }) => changeByLink(parts, { id: params.id, ...body }),
    'POST /subscriptions/link/code': ({ body }) => mailCode({ ...parts, limits: setup.shared }, body.token),
    'POST /subscriptions/link/revocation': ({ body }) => revokeLinks(parts, body.token),
  })
}

async function withCards(
  parts: CardParts,
  found: OwnSubscriptions | Problem,
): Promise<OwnSubscriptions | Problem> {
  if (found instanceof Problem) return found
  return { ...found, ...((await takesCards(parts)) && { takesCards: true }) }
}
