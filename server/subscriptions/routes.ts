import type { CallsSetup } from '#server/platform/http/calls.ts'
import { cardRoutes } from './card-routes.ts'
import { subscriptionDeskRoutes } from './desk/routes.ts'
import type { GiftParts } from './gifts/quote-gift.ts'
import { giftRoutes } from './gifts/routes.ts'
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
