import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { freshData } from '#client/dashboard/forms/fresh-data.ts'
import { NotLoaded } from '#client/dashboard/forms/not-loaded.tsx'
import { words } from './texts.ts'

type FreshStepProps<D> = { query: UseQueryResult<D>; children: (data: D) => ReactNode }

/** Renders the form of a step with data that was loaded for it. Before, a skeleton is shown, or an error with Retry. */
export function FreshStep<D>({ query, children }: FreshStepProps<D>) {
  const data = freshData(query)
  if (!data) return <NotLoaded query={query} loading={words.loading} failed={words.stepFailed} />
  return children(data)
}
