import { createContext, useContext } from 'react'

/** Starts fetching the code of the page at an address. */
export type Preload = (address: string) => void

const PreloadContext = createContext<Preload>(() => undefined)

export const PreloadProvider = PreloadContext.Provider

export function usePreload(): Preload {
  return useContext(PreloadContext)
}
