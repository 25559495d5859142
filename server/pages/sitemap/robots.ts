import { privatePaths } from '#contract/pages.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'

/**
 * Returns `robots.txt` (RFC 9309). It asks search engines not to read the API and the pages that require an account.
 * Until the shop is open, it asks them to read nothing.
 */
export function robotsText(publicUrl: string, opening: ShopOpening): string {
  const closed = opening.isOpen ? ['/api/', ...privatePaths(opening)] : ['/']
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)]
  if (opening.isOpen) lines.push('', `Sitemap: ${publicUrl}/sitemap.xml`)
  return `${lines.join('\n')}\n`
}
