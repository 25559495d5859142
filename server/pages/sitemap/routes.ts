import type { FastifyReply } from 'fastify'
import { Problem } from '#contract/errors.ts'
import { privatePaths } from '#contract/pages.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'
import { productParts, sitemapIndex, sitemapOfPages, sitemapOfProducts } from './sitemap.ts'
import type { ProductPart } from './sitemap.ts'

type Parts = { database: ShopDatabase; profiles: ShopProfiles; publicUrl: string }

/** Adds the routes for search engines: `robots.txt`, and the sitemap with its parts. */
export function sitemapRoutes(setup: CallsSetup, { database, profiles, publicUrl }: Parts): void {
  const { app } = setup
  const onRequest = admitted(setup, { access: 'public', limit: 'export' })
  app.get('/robots.txt', async (_request, reply) => {
    const { opening } = await profiles.current()
    return forAWhile(reply, 'text/plain').send(robotsText(publicUrl, opening))
  })
  app.get('/sitemap.xml', { onRequest }, async (_request, reply) => {
    const index = await sitemapIndex(database.read, publicUrl, await profiles.showsProducts())
    return forAWhile(reply, 'application/xml').send(index)
  })
  app.get('/sitemap-pages.xml', { onRequest }, async (_request, reply) => {
    const { page } = await profiles.current()
    return forAWhile(reply, 'application/xml').send(sitemapOfPages(publicUrl, page.legalPages))
  })
  // cast: Object.keys returns every key as a plain string
  for (const name of Object.keys(productParts) as ProductPart[]) {
    app.get<{ Querystring: { after?: unknown } }>(
      `/sitemap-${name}.xml`,
      { onRequest },
      async (request, reply) => {
        const { after = '' } = request.query
        const isAllowed =
          typeof after === 'string' && !after.includes('\0') && (await profiles.showsProducts())
        if (!isAllowed) return sendProblem(reply, new Problem('not-found'))
        const cursor = { kind: productParts[name], after }
        return forAWhile(reply, 'application/xml').send(sitemapOfProducts(database.read, publicUrl, cursor))
      },
    )
  }
}

/** The shop may be opened, or its products hidden, at any time, so these files are cached for five minutes only. */
function forAWhile(reply: FastifyReply, type: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=300')
}

/**
 * Returns `robots.txt` (RFC 9309). It asks search engines not to read the API and the pages that require an account.
 * Until the shop is open, it asks them to read nothing.
 */
function robotsText(publicUrl: string, opening: ShopOpening): string {
  const closed = opening.isOpen ? ['/api/', ...privatePaths(opening)] : ['/']
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)]
  if (opening.isOpen) lines.push('', `Sitemap: ${publicUrl}/sitemap.xml`)
  return `${lines.join('\n')}\n`
}
