import type { FastifyInstance } from 'fastify'
import { Finished, sendFinished } from '#server/platform/http/answer-cache.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** Serves the contract as an OpenAPI document and as a page. Each is generated with its first request and then cached. */
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
  let finished: Finished | null = null
  app.get(path, (request, reply) => {
    finished ??= new Finished(make(), { type: `${type}; charset=utf-8`, cacheControl: 'no-cache' })
    return sendFinished(request, reply, finished)
  })
}
