import { Problem } from '#contract/errors.ts'
import { savedCardCalls } from '#contract/orders/saved-cards.ts'
import { pages } from '#contract/pages.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { finishCardChange, startCardChange } from './change-card.ts'
import type { CardParts } from './change-card.ts'
import { subscriptionDeskRoutes } from './desk/routes.ts'
import type { GiftParts } from './gifts/quote-gift.ts'
import { giftRoutes } from './gifts/routes.ts'
import { findLink, tryCode, useCode } from './own/mailed-code.ts'
import type { Confirmed } from './own/mailed-code.ts'
import { subscriptionRoutes } from './own/routes.ts'
import { wakeShop } from './wake-shop.ts'

/** Adds the routes with which customers see, change and give subscriptions, and those of their owner. */
export function serveSubscriptions(
  setup: CallsSetup,
  parts: GiftParts,
  config: Parameters<typeof wakeShop>[1],
): void {
  cardRoutes(setup, parts)
  subscriptionRoutes(setup, parts)
  giftRoutes(setup, parts)
  subscriptionDeskRoutes(setup, parts, wakeShop(parts, config))
}

function cardRoutes(setup: CallsSetup, parts: CardParts): void {
  serveCalls(setup, savedCardCalls, {
    'POST /subscriptions/card': ({ caller: { userId }, body }) => startCardChange(parts, { ...body, userId }),
    'POST /subscriptions/card/done': ({ caller: { userId }, body }) =>
      finishCardChange(parts, { ...body, userId }),
    'POST /subscriptions/link/card': ({ body }) => startCardChangeByLink(parts, body),
    'POST /subscriptions/link/card/done': async ({ body: { token, session } }) => {
      const link = await findLink(parts.database.read, token)
      return link instanceof Problem ? link : finishCardChange(parts, { userId: link.owner, session })
    },
  })
}

/**
 * Opens the page on which a customer who came by a mailed link saves a new card. It needs a mailed code, which is used up only
 * if the page could be opened.
 */
async function startCardChangeByLink(
  parts: CardParts,
  confirmed: Confirmed,
): Promise<{ url: string } | Problem> {
  const { database } = parts
  const { token } = confirmed
  const link = await findLink(database.read, token)
  if (link instanceof Problem) return link
  const refused = await tryCode(database, confirmed)
  if (refused) return refused
  const page = await startCardChange(parts, { userId: link.owner, returnTo: pages.subscriptions })
  if (page instanceof Problem) return page
  return (await database.write(({ tx }) => useCode(tx, token))) ?? page
}
