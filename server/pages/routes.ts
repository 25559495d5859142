import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { hasSessionCookie } from '#server/identity/provider.ts'
import { sendFinished } from '#server/platform/http/answer-cache.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { isReading } from '#server/platform/http/origin.ts'
import type { Pages } from './pages.ts'

/** Every address that is no call and no file is a page; one that nobody knows is the page that says so. */
export function pageRoutes(app: FastifyInstance, pages: Pages): void {
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const asset = await pages.asset(request.params.name)
    return asset ? sendFinished(request, reply, asset) : sendProblem(reply, new Problem('not-found'))
  })
  app.get('/', sendPage)
  app.setNotFoundHandler((request, reply) => (isForAPage(request) ? sendPage(request, reply) : sendProblem(reply, new Problem('not-found'))))

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = '/'] = request.url.split('?', 1)
    return sendFinished(request, reply, await pages.page(path, hasSessionCookie(request)))
  }
}

function isForAPage(request: FastifyRequest): boolean {
  const { url } = request
  return isReading(request) && !url.startsWith('/api/') && !url.startsWith('/images/')
}
