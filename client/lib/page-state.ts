import { createContext, useContext } from 'react'
import { OWN_MAIL_IDS } from '#contract/values/contact.ts'
import type { PageState } from '#contract/pages.ts'

const PageStateContext = createContext<PageState | null>(null)

export const PageStateProvider = PageStateContext.Provider

/** What the server told this page: settings, and on the home page its lists. The same on server and in browser. */
export function usePageState(): PageState {
  const state = useContext(PageStateContext)
  if (!state) throw new Error('usePageState is used outside of PageStateProvider')
  return state
}

/** Reads the page's data block; a page without one (Vite alone) starts as an anonymous visitor's. */
export function readPageState(): PageState {
  const text = document.getElementById('page-state')?.textContent
  // Written by our own server from the same type.
  return text ? (JSON.parse(text) as PageState) : ANONYMOUS
}

const ANONYMOUS: PageState = {
  signedIn: false,
  settings: { demo: false, mail: { origin: null, ...OWN_MAIL_IDS }, tokenSyncUrl: null },
}
