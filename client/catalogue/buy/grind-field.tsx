import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Chips } from '../coffee/chips.tsx'
import { words } from '../texts.ts'

/**
 * The choice of a grind. `options` is empty if the shop asks for none, and while the grinds are unknown. `grind` is
 * the one that was chosen on this page, else the one that the customer chose last, else the first. `isUnknown` is
 * true until the grinds are loaded, and `retry` is set if they could not be loaded.
 */
export type Grinding = {
  options: readonly string[]
  /** The grind that the customer chose last, on an earlier visit or for another coffee. */
  last: string | undefined
  grind: string | undefined
  isUnknown: boolean
  retry: (() => void) | null
  choose: (grind: string) => void
}

/**
 * Fetches the grinds of the shop if it has some, and stores which of them is chosen on this page.
 */
export function useGrinds(): Grinding {
  const { hasGrinds = false } = usePageState().settings
  const { data, isLoadingError, refetch } = useQuery({ ...callQuery('GET /grinds'), enabled: hasGrinds })
  const [chosen, choose] = useState<string>()
  const options = data?.grinds ?? []
  const grind = [chosen, data?.last, options[0]].find((some) => some !== undefined && options.includes(some))
  const isUnknown = hasGrinds && data === undefined
  return {
    options,
    last: data?.last,
    grind,
    isUnknown,
    retry: isLoadingError ? () => void refetch() : null,
    choose,
  }
}

/** Stores in the query cache that the customer chose this grind last. The server has stored the same. */
export function rememberGrind(client: QueryClient, grind: string | undefined): void {
  if (grind === undefined) return
  client.setQueryData(callQuery('GET /grinds').queryKey, (known) => known && { ...known, last: grind })
}

/**
 * The select box for the grind. It takes up its space while the grinds are loading, and is left out if there are
 * none. A Retry button replaces it if the grinds could not be loaded.
 */
export function GrindField({ grinding }: { grinding: Grinding }) {
  const { options, grind = '', isUnknown, retry, choose } = grinding
  if (retry) return <GrindsFailed retry={retry} />
  if (options.length === 0 && !isUnknown) return null
  return (
    <div className="grind-field">
      <OptionField
        label={words.grind}
        options={options}
        value={grind}
        disabled={isUnknown}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </div>
  )
}

function GrindsFailed({ retry }: { retry: () => void }) {
  return (
    <p role="alert" className="grind-field">
      {words.grindsFailed}{' '}
      <button type="button" className="link" onClick={retry}>
        {words.retry}
      </button>
    </p>
  )
}

/**
 * The grinds as chips, on the page of a coffee. The one that the customer chose last comes first, and its place does not
 * change when another one is chosen.
 */
export function GrindChips({ grinding }: { grinding: Grinding }) {
  const { options, last, grind = '', isUnknown, retry, choose } = grinding
  if (retry) return <GrindsFailed retry={retry} />
  if (isUnknown) return <Skeleton className="h-19.5" />
  if (options.length === 0) return null
  const isAgain = last !== undefined && options.includes(last)
  const sorted = isAgain ? [last, ...options.filter((option) => option !== last)] : options
  return (
    <Chips
      legend={isAgain ? words.grindAsLast : words.grind}
      chosen={grind}
      options={sorted.map((option) => ({ value: option, text: option }))}
      onChoose={choose}
    />
  )
}
