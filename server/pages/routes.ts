import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { EncodedResponse, sendEncoded } from '#server/platform/http/response-cache.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { isReading } from '#server/platform/http/origin.ts'
import { countedByAddress } from '#server/platform/http/rate-limits.ts'
import type { Bucket } from '#server/platform/http/rate-limits.ts'
import type { Pages } from './pages.ts'

/**
 * How many pages of products may be rendered for one address. A search engine that reads a large shop reads some ten
 * pages a second. Pages from the cache are not counted.
 */
const RENDERED: Bucket = { burst: 300, refillMs: 25 }

/**
 * Adds the routes that serve pages. Every path that belongs neither to an API call nor to a file is a page. An
 * unknown path gets the not-found page.
 */
export function pageRoutes({ app, limits, gate }: CallsSetup, made: Pages): void {
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const asset = await made.asset(request.params.name)
    return asset ? sendEncoded(request, reply, asset) : sendProblem(reply, new Problem('not-found'))
  })
  app.get('/', sendPage)
  app.setNotFoundHandler((request, reply) =>
    isForAPage(request) ? sendPage(request, reply) : sendProblem(reply, new Problem('not-found')),
  )

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = '/'] = request.url.split('?', 1)
    const mayRender = () => limits.takeAll(countedByAddress(RENDERED, 'pages for', request.ip))
    const search = request.url.slice(path.length)
    const find = gate.userBySession(request)
    const page = await made.page(path, {
      search,
      signedIn: find !== null,
      findUser: async () => find?.() ?? null,
      mayRender,
    })
    if (page instanceof EncodedResponse) return sendEncoded(request, reply, page)
    if (page instanceof Problem) return sendProblem(reply.header('retry-after', '5'), page)
    // Browsers cache a 301 without this header. A product that gets its earlier name again would then end in a loop.
    reply.header('cache-control', 'no-cache')
    return reply.redirect(page.redirectTo + search, 301)
  }
}

function isForAPage(request: FastifyRequest): boolean {
  const { url } = request
  return isReading(request) && !url.startsWith('/api/') && !url.startsWith('/images/')
}
