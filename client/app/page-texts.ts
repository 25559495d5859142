import type { FoundPage, PageSettings } from '#contract/pages.ts'
import { DEMO_DESCRIPTIONS } from '#contract/values/demo-profile.ts'
import { pageTitle } from '#client/ui/page-title.tsx'
import { texts } from './texts.ts'

/**
 * Returns the title and the description of a page in the server's HTML. `page` is null for an unknown path. In the
 * browser, the components of the pages set the title.
 */
export function pageTexts(
  page: FoundPage | null,
  settings: PageSettings,
): { title: string; description: string } {
  const title = page?.title ?? texts.notFound
  return { title: pageTitle(title, settings), description: descriptionOf(page, settings) || title }
}

function descriptionOf(page: FoundPage | null, { demo, shop }: PageSettings): string {
  const demoText = demo && page ? DEMO_DESCRIPTIONS[page.name] : undefined
  if (demoText !== undefined) return demoText
  if (page?.name === 'home') return shop.hero.sentence || shop.tagline || `Coffee from ${shop.name}`
  return page?.description ?? ''
}
