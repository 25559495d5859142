import { findPage } from '#contract/pages.ts'
import type { FoundPage } from '#contract/pages.ts'
import type { PageShop } from '#contract/shop/profile.ts'

/**
 * Returns the page that is shown at a URL path, or null if the path is unknown. Legal pages without a text are unknown.
 */
export function findShownPage(path: string, { legalPages }: Pick<PageShop, 'legalPages'>): FoundPage | null {
  const page = findPage(path)
  const isWithoutText = page?.path.startsWith('/legal/') && !legalPages.some((name) => name === page.name)
  return isWithoutText ? null : page
}
