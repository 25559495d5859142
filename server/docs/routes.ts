import type { FastifyInstance } from 'fastify'
import { EncodedResponse, JSON_KIND, sendEncoded } from '#server/platform/http/response-cache.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'
import { openApiDocument } from './openapi.ts'

type DocsSetup = { version: string; profiles: ShopProfiles }

/** Adds the route of the OpenAPI document. It is made at the first request, and again if the shop gets another name. */
export function docsRoutes(app: FastifyInstance, { version, profiles }: DocsSetup): void {
  let made: { name: string; response: EncodedResponse } | null = null
  app.get('/api/openapi.json', async (request, reply) => {
    const { name } = (await profiles.current()).profile
    if (made?.name !== name)
      made = {
        name,
        response: new EncodedResponse(JSON.stringify(openApiDocument({ name, version })), JSON_KIND),
      }
    return sendEncoded(request, reply, made.response)
  })
}
