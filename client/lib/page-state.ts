import { createContext, useContext } from 'react'
import { OWN_MAIL_IDS } from '#contract/values/contact.ts'
import type { PageState } from '#contract/pages.ts'

const PageStateContext = createContext<PageState | null>(null)

export const PageStateProvider = PageStateContext.Provider

/** The settings of the shop and, on the home page, its lists, as the server has put them into the page. */
export function usePageState(): PageState {
  const state = useContext(PageStateContext)
  if (!state) throw new Error('usePageState is used outside of PageStateProvider')
  return state
}

/** Reads the state from the JSON in the page. Without one (as under Vite alone) the visitor is anonymous. */
export function readPageState(): PageState {
  const text = document.getElementById('page-state')?.textContent
  // The server writes the JSON from the same type.
  return text ? (JSON.parse(text) as PageState) : ANONYMOUS
}

const ANONYMOUS: PageState = {
  signedIn: false,
  settings: { demo: false, mail: { origin: null, ...OWN_MAIL_IDS }, tokenSyncUrl: null, sendsMail: false },
}
