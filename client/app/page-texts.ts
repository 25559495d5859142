import { isHiddenWhileClosed } from '#contract/pages.ts'
import type { FoundPage, PageSettings, PageState } from '#contract/pages.ts'
import { DEMO_DESCRIPTIONS } from '#contract/shop/demo-profile.ts'
import { pageTitle } from '#client/ui/page-title.tsx'
import { describeProduct } from './describe-product.ts'
import { texts } from './texts.ts'

/**
 * Returns the title and the description of a page in the server's HTML. `page` is null for an unknown path. Visitors of a
 * shop that is not open yet only read that it opens soon. In the browser, the components of the pages set the title.
 */
export function pageTexts(page: FoundPage | null, state: PageState): { title: string; description: string } {
  const { settings, signedIn } = state
  if (page && !settings.shop.isOpen && !signedIn && isHiddenWhileClosed(page))
    return { title: pageTitle(texts.opensSoon, settings), description: texts.opensSoon }
  const product = describeProduct(state)
  if (product) return { title: pageTitle(product.name, settings), description: product.description }
  const title = page?.title ?? texts.notFound
  return { title: pageTitle(title, settings), description: descriptionOf(page, settings) || title }
}

function descriptionOf(page: FoundPage | null, { demo, shop }: PageSettings): string {
  const demoText = demo && page ? DEMO_DESCRIPTIONS[page.name] : undefined
  if (demoText !== undefined) return demoText
  if (page?.name === 'home') return shop.hero.sentence || shop.tagline || `Coffee from ${shop.name}`
  return page?.description ?? ''
}
