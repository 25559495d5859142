import { createContext, useContext } from 'react'
import type { PageState } from '#contract/pages.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { setShopDates } from '#contract/values/dates/shop-dates.ts'
import { areProductsPublic, canGuestsBuy, namedAddress } from '#contract/values/product-pages.ts'

const PageStateContext = createContext<PageState | null>(null)

export const PageStateProvider = PageStateContext.Provider

/**
 * Returns the data that the server has put into the page: whether a user is signed in, the shop's settings and, on
 * the home page, the lists of coffees and bags.
 */
export function usePageState(): PageState {
  const state = useContext(PageStateContext)
  if (!state) throw new Error('usePageState is used outside of PageStateProvider')
  return state
}

const ShopUpdateContext = createContext<(shop: PageShop) => void>(() => undefined)

export const ShopUpdateProvider = ShopUpdateContext.Provider

/** Returns a function that replaces what the open page shows of the shop's profile. */
export function useShopUpdate(): (shop: PageShop) => void {
  return useContext(ShopUpdateContext)
}

/** Returns the shop's public profile, whether the shop is open, and who can see its products. */
export function useShop(): PageShop {
  return usePageState().settings.shop
}

/** Returns whether people can buy in this shop without an account. */
export function useCanGuestsBuy(): boolean {
  return canGuestsBuy(usePageState().settings)
}

/** Returns whether the home page has a section with the story of the shop. */
export function useHasStory(): boolean {
  const { story, home } = useShop()
  return story.text !== '' && home.some(({ kind }) => kind === 'story')
}

/** Returns the currency of the shop, in which all prices of the API are. */
export function useCurrency(): string {
  return usePageState().settings.currency
}

/**
 * Returns a function that adds the name of a product to the address of its page if everyone may see the products. Search
 * engines and people then see the name in the address.
 */
export function useProductAddress(): (address: string, name: string) => string {
  const { shop } = usePageState().settings
  return (address, name) => (areProductsPublic(shop) ? namedAddress(address, name) : address)
}

/**
 * Returns the address below which the browser loads the pictures that the shop stores. It is empty if the shop itself
 * serves them, and outside of a page, such as in a mail.
 */
export function usePictureBase(): string {
  return useContext(PageStateContext)?.settings.pictureBase ?? ''
}

/**
 * Reads the data that the server has put into the page as JSON. Dates are written as it says from then on.
 */
export function readPageState(): PageState {
  const text = document.getElementById('page-state')?.textContent
  if (!text) throw new Error('The page has no #page-state')
  // The cast is safe because the server writes the JSON from a value of the same type.
  const state = JSON.parse(text) as PageState
  const { timeZone, shop } = state.settings
  setShopDates({ dateStyle: shop.dateStyle, timeZone })
  return state
}
