import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { pages, privatePaths } from '#contract/pages.ts'
import type { LegalPage } from '#contract/shop/choices.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { namedAddress } from '#contract/values/product-pages.ts'
import { listPageRows } from '#server/catalogue/page-rows.ts'
import type { PageKind, PageRow } from '#server/catalogue/page-rows.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { admitted } from '#server/platform/http/gate.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'

type Parts = { database: ShopDatabase; profiles: ShopProfiles; publicUrl: string }

/** Adds the routes for search engines: `robots.txt` and the sitemap. */
export function searchRoutes(setup: CallsSetup, { database, profiles, publicUrl }: Parts): void {
  const { app } = setup
  const onRequest = admitted(setup, { access: 'public', limit: 'export' })
  app.get('/robots.txt', async (_request, reply) => {
    const { opening } = await profiles.current()
    return forAWhile(reply, 'text/plain').send(robotsText(publicUrl, opening))
  })
  app.get('/sitemap.xml', { onRequest }, async (_request, reply) => {
    const { page } = await profiles.current()
    const kinds: PageKind[] = (await profiles.showsProducts()) ? ['brand', 'coffee', 'packet'] : []
    const listed = { publicUrl, legalPages: page.legalPages, kinds }
    return forAWhile(reply, 'application/xml').send(Readable.from(sitemap(database.read, listed)))
  })
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

/** The maximum number of addresses in a sitemap (https://www.sitemaps.org/protocol.html). */
export const MAX_ADDRESSES = 50_000

/** The number of rows that are read together. Other requests are served between two batches. */
const BATCH = 1000

/** `kinds` are the kinds of products that everyone may see. */
type Listed = { publicUrl: string; legalPages: LegalPage[]; kinds: PageKind[] }

/**
 * Yields the sitemap in pieces: the public pages, without those that only have a form, and the first products on sale.
 * Only one batch of rows is in memory at a time, and the next batch is read when the client has taken the one before.
 */
export async function* sitemap(db: Db, { publicUrl, legalPages, kinds }: Listed): AsyncGenerator<string> {
  const lists = kinds.length > 0 ? [pages.coffees] : []
  const paths = [pages.home, ...lists, pages.contact, ...legalPages.map((name) => pages[name])]
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  yield paths.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`).join('')
  let left = MAX_ADDRESSES - paths.length
  for (const kind of kinds) {
    let after: string | undefined = ''
    while (after !== undefined && left > 0) {
      const rows: PageRow[] = await listPageRows(db, { kind, after }, Math.min(BATCH, left))
      yield rows.map((row) => entryOf(row, kind, publicUrl)).join('')
      left -= rows.length
      after = rows.at(-1)?.id
      await new Promise<void>((next) => setImmediate(next))
    }
  }
  yield '</urlset>\n'
}

const ADDRESSES: Record<PageKind, (id: string) => string> = {
  brand: pages.coffeeDetails,
  coffee: pages.coffee,
  packet: pages.bagDetails,
}

function entryOf({ id, name, changedAt }: PageRow, kind: PageKind, publicUrl: string): string {
  const url = escapeXml(publicUrl + namedAddress(ADDRESSES[kind](id), name))
  return `<url><loc>${url}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>\n`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
