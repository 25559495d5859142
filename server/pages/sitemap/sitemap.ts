import { Readable } from 'node:stream'
import { pages } from '#contract/pages.ts'
import type { LegalPage } from '#contract/shop/profile.ts'
import { namedAddress } from '#contract/values/product-pages.ts'
import { findPageRow, listPageRows } from '#server/catalogue/page-rows.ts'
import type { PageKind, PageCursor, PageRow } from '#server/catalogue/page-rows.ts'
import type { Db } from '#server/shop-database.ts'

/** The maximum number of addresses in one file (https://www.sitemaps.org/protocol.html). */
export const MAX_IN_PART = 50_000

/** The number of rows that are read together. Other requests are served between two batches. */
const BATCH = 1000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The parts that list products, by the name in their path: `/sitemap-coffees.xml` and `/sitemap-bags.xml`. */
export const productParts = { coffees: 'brand', bags: 'packet' } as const satisfies Record<string, PageKind>

export type ProductPart = keyof typeof productParts

/**
 * Returns the index of the sitemap. It lists one part with the pages that are no products and, if everyone may see the
 * products, as many parts of at most `MAX_IN_PART` products as are needed.
 */
export async function sitemapIndex(db: Db, publicUrl: string, hasProducts: boolean): Promise<string> {
  const parts = ['/sitemap-pages.xml']
  if (hasProducts)
    for (const [name, kind] of Object.entries(productParts))
      for (const after of await startsOfParts(db, kind))
        parts.push(`/sitemap-${name}.xml${after && `?after=${encodeURIComponent(after)}`}`)
  const entries = parts.map((path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>\n`)
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

/** Returns, for each part with products of a kind, the id after which the part begins. It is empty for the first part. */
async function startsOfParts(db: Db, kind: PageKind): Promise<string[]> {
  const starts: string[] = []
  let after: string | null = ''
  while (after !== null && (await findPageRow(db, { kind, after }, 1)) !== null) {
    starts.push(after)
    after = await findPageRow(db, { kind, after }, MAX_IN_PART)
  }
  return starts
}

/** Returns the part of the sitemap with the public pages that are no products. Pages with forms only are left out. */
export function sitemapOfPages(publicUrl: string, legalPages: LegalPage[]): string {
  const paths = [pages.home, pages.contact, ...legalPages.map((name) => pages[name])]
  const entries = paths.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`)
  return `${HEAD}<urlset ${NAMESPACE}>\n${entries.join('')}</urlset>\n`
}

/**
 * Returns the part of the sitemap with the products after a cursor, as a stream. Only one batch of rows is in memory at a
 * time, and the next batch is read when the client has taken the one before.
 */
export function sitemapOfProducts(db: Db, publicUrl: string, cursor: PageCursor): Readable {
  return Readable.from(productLines(db, publicUrl, cursor))
}

async function* productLines(db: Db, publicUrl: string, { kind, after }: PageCursor): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${NAMESPACE}>\n`
  let last = after
  for (let left = MAX_IN_PART; left > 0;) {
    const rows = await listPageRows(db, { kind, after: last }, Math.min(BATCH, left))
    yield rows.map((row) => entryOf(row, kind, publicUrl)).join('')
    last = rows.at(-1)?.id ?? last
    left = rows.length < BATCH ? 0 : left - rows.length
    await new Promise<void>((next) => setImmediate(next))
  }
  yield '</urlset>\n'
}

function entryOf({ id, name, changedAt }: PageRow, kind: PageKind, publicUrl: string): string {
  const address = kind === 'brand' ? pages.coffeeDetails(id) : pages.bagDetails(id)
  const url = escapeXml(publicUrl + namedAddress(address, name))
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
