import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import { PrintButton } from './print-button.tsx'
import { words } from './texts.ts'
import './sheet.css'

type PrintedPageProps<T> = {
  /** The title of the browser tab. */
  title: string
  /** Returns the heading, which is shown when the data is loaded. */
  heading: (data: T) => string
  query: UseQueryResult<T>
  /** A link back to the page from which the user came, or other content above the heading. */
  back: ReactNode
  children: (data: T) => ReactNode
}

/** A page that is made to be printed: its heading and its children, but neither its links nor its Print button. */
export function PrintedPage<T>({ title, heading, query, back, children }: PrintedPageProps<T>) {
  const { data, error } = query
  return (
    <>
      <div className="not-printed">{back}</div>
      <div className="sheet-bar">
        <PageTitle title={title}>{data && heading(data)}</PageTitle>
        {data && <PrintButton />}
      </div>
      {data && children(data)}
      {query.isPending && (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-96" />
        </div>
      )}
      {query.isLoadingError && (
        <Failed error={error} retrying={query.isRefetching} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

type FailedProps = { error: unknown; retrying: boolean; onRetry: () => void }

function Failed({ error, retrying, onRetry }: FailedProps) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={words.missing}>
        <p>{words.missingMore}</p>
      </EmptyState>
    )
  }
  return <ErrorState title={words.failed} error={error} retrying={retrying} onRetry={onRetry} />
}
