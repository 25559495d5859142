import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'

/**
 * The choice of a grind. `options` is empty if the shop has no grinds, and while the grinds are being loaded. `grind`
 * is the grind that was chosen on this page, else the one that the customer chose last on any page, else the first
 * option.
 */
export type Grinding = {
  options: readonly string[]
  grind: string | undefined
  isLoading: boolean
  choose: (grind: string) => void
}

/**
 * Fetches the grinds of the shop, and stores which of them is chosen on this page. A demo shop has no choice of grinds.
 */
export function useGrinds(): Grinding {
  const { demo } = usePageState().settings
  const { data, isLoading } = useQuery({ ...callQuery('GET /grinds'), enabled: !demo })
  const [chosen, choose] = useState<string>()
  const options = data?.grinds ?? []
  const grind = [chosen, data?.last, options[0]].find((some) => some !== undefined && options.includes(some))
  return { options, grind, isLoading, choose }
}

/** Stores in the query cache that the customer chose this grind last. The server has stored the same. */
export function rememberGrind(client: QueryClient, grind: string | undefined): void {
  if (grind === undefined) return
  client.setQueryData(callQuery('GET /grinds').queryKey, (known) => known && { ...known, last: grind })
}
