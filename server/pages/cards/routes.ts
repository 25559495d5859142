import { Problem } from '#contract/errors.ts'
import { StoreUnavailable } from '#server/media/store-unavailable.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { EncodedResponse, sendEncoded } from '#server/platform/http/response-cache.ts'
import type { Cards } from './cards.ts'

/** Adds the route for the pictures that other sites show in previews of a product's page. */
export function cardRoutes(setup: CallsSetup, cards: Cards): void {
  const onRequest = admitted(setup, { access: 'product', limit: 'read' })
  setup.app.get<{ Params: { id: string } }>('/cards/:id.jpg', { onRequest }, async (request, reply) => {
    try {
      const card = await cards.card(request.params.id)
      if (card instanceof EncodedResponse) return sendEncoded(request, reply, card)
      return sendProblem(reply, card ?? new Problem('not-found'))
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      return sendProblem(reply, new Problem('pictures-unavailable'))
    }
  })
}
