import type { FastifyInstance } from 'fastify'
import { EncodedResponse, sendEncoded } from '#server/platform/http/response-cache.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

type DocsSetup = { version: string; profiles: ShopProfiles }

/**
 * Adds the routes of the API documentation: an OpenAPI document, and an HTML page with its stylesheet. Each is
 * generated at its first request and then cached until the shop gets another name.
 */
export function docsRoutes(app: FastifyInstance, { version, profiles }: DocsSetup): void {
  const nameOf = async () => (await profiles.current()).profile.name
  serve(app, '/api/openapi.json', {
    type: 'application/json',
    nameOf,
    make: (name) => JSON.stringify(openApiDocument({ name, version })),
  })
  serve(app, '/api/docs', { type: 'text/html', nameOf, make: docsPage })
  serve(app, '/api/docs.css', { type: 'text/css', nameOf, make: () => docsStyle })
}

type Served = { type: string; nameOf: () => Promise<string>; make: (name: string) => string }

function serve(app: FastifyInstance, path: string, { type, nameOf, make }: Served): void {
  let made: { name: string; response: EncodedResponse } | null = null
  app.get(path, async (request, reply) => {
    const name = await nameOf()
    if (made?.name !== name) {
      const kind = { type: `${type}; charset=utf-8`, cacheControl: 'no-cache' }
      made = { name, response: new EncodedResponse(make(name), kind) }
    }
    return sendEncoded(request, reply, made.response)
  })
}
