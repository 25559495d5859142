import type { LegalText } from '#contract/shop/legal.ts'
import { legalPages } from '#contract/shop/profile.ts'
import type { LegalPage } from '#contract/shop/profile.ts'
import { renderMarkdown } from './markdown.ts'
import type { CurrentShop } from './shop-profiles.ts'

/** Returns the text of a legal page as HTML. Returns null if there is no such page, or if its text is empty. */
export async function findLegalText({ profile }: CurrentShop, name: string): Promise<LegalText | null> {
  if (!isLegalPage(name)) return null
  const text = profile.legal[name]
  return text.trim() === '' ? null : { page: name, html: await renderMarkdown(text) }
}

function isLegalPage(name: string): name is LegalPage {
  return legalPages.some((page) => page === name)
}
