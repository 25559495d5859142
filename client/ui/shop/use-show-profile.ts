import { usePageState, useShopUpdate } from '#client/lib/page-state.ts'
import { legalPages } from '#contract/shop/choices.ts'
import type { PageShop, ShopOpening, ShopProfile } from '#contract/shop/profile.ts'
import { accentCss } from '#contract/values/contrast.ts'
import { setShopDates } from '#contract/values/dates/shop-dates.ts'

/** Returns what pages show of a profile. */
export function shownShop(
  { legal, home, notice: { picture }, ...profile }: ShopProfile,
  { isOpen, productsFor }: ShopOpening,
): PageShop {
  const shown = legalPages.filter((page) => legal[page].trim() !== '')
  return {
    ...profile,
    isOpen,
    productsFor,
    notice: { picture },
    home: home.filter(({ isShown }) => isShown),
    legalPages: shown,
  }
}

/**
 * Returns a function that shows a profile on the open page after it was published, so that the admin need not load the
 * page again.
 */
export function useShowProfile(): (profile: ShopProfile) => void {
  const { timeZone, shop } = usePageState().settings
  const updateShop = useShopUpdate()
  return (profile) => {
    setShopDates({ dateStyle: profile.dateStyle, timeZone })
    showAccent(profile.accent, shop.accent)
    // The accent colour stays the one of the style in the document, because the preview looks for that style.
    updateShop({ ...shownShop(profile, shop), accent: shop.accent })
  }
}

/** Replaces the accent colour with which the document was loaded. The style in the document is turned off. */
function showAccent(accent: string, loaded: string): void {
  const css = accentCss(loaded)
  for (const sheet of document.styleSheets)
    if (css !== '' && sheet.ownerNode?.textContent === css) sheet.disabled = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(accentCss(accent))
  document.adoptedStyleSheets = [sheet]
}
