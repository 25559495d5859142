import { pages } from '#contract/pages.ts'
import type { OwnPage, OwnState, PageState } from '#contract/pages.ts'
import type { HomeKind } from '#contract/shop/choices.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { areProductsPublic } from '#contract/values/product-pages.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { UserSession } from '#server/platform/http/caller.ts'
import { findLegalText } from '#server/shop/legal-texts.ts'
import type { ShopProfiles } from '#server/shop/shop-profiles.ts'

/** The functions that read what the pages of `ownPages` show of their user. */
export type OwnReaders = Record<OwnPage, (user: UserSession) => Promise<Omit<OwnState, 'user'>>>

type DataSetup = { catalogue: Pick<Catalogue, 'brands' | 'bags' | 'readList'>; profiles: ShopProfiles }

/**
 * Returns the data that a page shows: the lists of the home page, or the text of a legal page. The home page of
 * a shop that is not open yet gets no lists, because a cookie does not show who is an admin. Admins load them.
 */
export async function dataOf(
  path: string,
  { catalogue, profiles }: DataSetup,
): Promise<Omit<PageState, 'signedIn' | 'settings'>> {
  const [, name] = /^\/legal\/([a-z]+)\/*$/.exec(path) ?? []
  const legal = name === undefined ? null : await findLegalText(await profiles.current(), name)
  if (legal) return { legal }
  const { page } = await profiles.current()
  return path === pages.home && page.isOpen ? (await readHome(catalogue, page)).shown : {}
}

export type HomeData = { shown: Pick<PageState, 'coffees' | 'bags' | 'list'>; isStocked: boolean }

/**
 * Reads the lists that the sections of the home page show. A shop that hides its products from visitors shows the brands
 * in place of the coffees. `isStocked` says whether a product on the page can be sold out.
 */
export async function readHome(catalogue: DataSetup['catalogue'], shop: PageShop): Promise<HomeData> {
  const kinds = new Set<HomeKind>(shop.home.map(({ kind }) => kind))
  if (kinds.has('coffees') && !areProductsPublic(shop)) kinds.add('brands').delete('coffees')
  const [coffees, bags, list] = await Promise.all([
    kinds.has('brands') ? catalogue.brands() : undefined,
    kinds.has('bags') ? catalogue.bags() : undefined,
    kinds.has('coffees') ? catalogue.readList({}) : undefined,
  ])
  return {
    shown: {
      ...(coffees && { coffees }),
      ...(bags && { bags }),
      ...(list && { list: { search: '', query: {}, found: list.body } }),
    },
    isStocked: list?.isStocked === true,
  }
}
