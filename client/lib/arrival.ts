import { createContext, useContext } from 'react'

/** Offers a page's heading as the place where somebody who followed a link arrives. */
export type Arrive = (heading: HTMLElement) => void

const ArrivalContext = createContext<Arrive>(() => undefined)

export const ArrivalProvider = ArrivalContext.Provider

export function useArrival(): Arrive {
  return useContext(ArrivalContext)
}
