import type { FastifyInstance } from 'fastify'
import { EncodedResponse, sendEncoded } from '#server/platform/http/response-cache.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/**
 * Adds the routes of the API documentation: an OpenAPI document, and an HTML page with its stylesheet. Each is
 * generated at its first request and then cached.
 */
export function docsRoutes(app: FastifyInstance, version: string): void {
  serve(app, '/api/openapi.json', {
    type: 'application/json',
    make: () => JSON.stringify(openApiDocument(version)),
  })
  serve(app, '/api/docs', { type: 'text/html', make: docsPage })
  serve(app, '/api/docs.css', { type: 'text/css', make: () => docsStyle })
}

function serve(
  app: FastifyInstance,
  path: string,
  { type, make }: { type: string; make: () => string },
): void {
  let response: EncodedResponse | null = null
  app.get(path, (request, reply) => {
    response ??= new EncodedResponse(make(), { type: `${type}; charset=utf-8`, cacheControl: 'no-cache' })
    return sendEncoded(request, reply, response)
  })
}
