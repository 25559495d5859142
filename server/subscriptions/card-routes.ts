import { Problem } from '#contract/errors.ts'
import { savedCardCalls } from '#contract/orders/saved-cards.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { finishCardChange, startCardChange } from './change-card.ts'
import type { CardParts } from './change-card.ts'

export function cardRoutes(setup: CallsSetup, parts: CardParts): void {
  serveCalls(setup, savedCardCalls, {
    'POST /subscriptions/card': ({ caller: { userId }, body }) => startCardChange(parts, { ...body, userId }),
    'POST /subscriptions/card/done': async ({ caller: { userId }, body }) => {
      const done = await finishCardChange(parts, { ...body, userId })
      return done instanceof Problem ? done : { acknowledged: true, modifiedCount: 1 }
    },
  })
}
