import { createContext, useContext } from 'react'
import { OWN_MAIL_IDS } from '#contract/values/contact.ts'
import type { PageState } from '#contract/pages.ts'
import { DEFAULT_OPENING, DEFAULT_PROFILE, pageShopOf } from '#contract/shop/profile.ts'
import { DEFAULT_CURRENCY } from '#contract/values/currencies.ts'
import { areProductsPublic, namedAddress } from '#contract/values/product-pages.ts'

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
 * Reads the data that the server has put into the page as JSON. A page of Vite's development server has no such data.
 * The user is then treated as not signed in.
 */
export function readPageState(): PageState {
  const text = document.getElementById('page-state')?.textContent
  // The cast is safe because the server writes the JSON from a value of the same type.
  return text ? (JSON.parse(text) as PageState) : ANONYMOUS
}

const ANONYMOUS: PageState = {
  signedIn: false,
  settings: {
    demo: false,
    mail: { origin: null, ...OWN_MAIL_IDS },
    tokenSyncUrl: null,
    pictureBase: '',
    sendsMail: false,
    hasCheckout: false,
    currency: DEFAULT_CURRENCY,
    shop: pageShopOf(DEFAULT_PROFILE, DEFAULT_OPENING),
  },
}
