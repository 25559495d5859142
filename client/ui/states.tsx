import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { Button } from './button.tsx'
import { PageTitle } from './page-title.tsx'
import { CardSkeletons, TableSkeleton } from './skeleton.tsx'
import { words } from './texts.ts'

type ErrorStateProps = {
  title: string
  error: unknown
  onRetry: () => void
  retrying?: boolean
  /** True if this message is the only content of the page. The title of the message is then the page's heading. */
  whole?: boolean
}

export function ErrorState({ title, error, onRetry, retrying = false, whole }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <StateTitle title={title} whole={whole} />
      <p>{errorText(error)}</p>
      <Button tone="quiet" busy={retrying} busyText={words.retrying} onClick={onRetry}>
        {words.retry}
      </Button>
    </div>
  )
}

type LoadErrorProps = { title: string; query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }

/** The error message of a query that could not be loaded. Its Retry button loads the query again. */
export function LoadError({ title, query: { error, isFetching, refetch } }: LoadErrorProps) {
  return <ErrorState title={title} error={error} retrying={isFetching} onRetry={() => void refetch()} />
}

/** A thin progress bar at the top of the page, shown while the page is loading. */
export function LoadingBar({ label = words.loading }: { label?: string }) {
  return (
    <>
      <div className="loading-bar" role="progressbar" aria-label={label}>
        <span />
      </div>
      <noscript>
        <p className="page">{words.noScriptPage}</p>
      </noscript>
    </>
  )
}

type CardListStatesProps<T> = {
  list: UseQueryResult<T>
  /** `grid` is the CSS class of the grid with the placeholder cards. `cards` is the number of these cards. */
  grid?: string
  cards?: number
  /** The text that screen readers announce while the list is loading. */
  loading: string
  /** The title of the error message that is shown if the list cannot be loaded. */
  failed: string
  children: (data: T) => ReactNode
}

/**
 * A list, which `children` renders. While it is loading, placeholders are shown: cards or, without `cards`, the rows of a
 * table. An error message is shown if the list cannot be loaded.
 */
export function CardListStates<T>({ list, grid, cards, loading, failed, children }: CardListStatesProps<T>) {
  return (
    <>
      {list.data && children(list.data)}
      {list.isPending && (
        <div className={grid} role="status" aria-label={loading}>
          {cards === undefined ? <TableSkeleton /> : <CardSkeletons count={cards} />}
        </div>
      )}
      {list.isLoadingError && <LoadError title={failed} query={list} />}
    </>
  )
}

type EmptyStateProps = {
  title: string
  more?: string
  /** True if this message is the only content of the page. The title of the message is then the page's heading. */
  whole?: boolean
  children?: ReactNode
}

/** A message that a list or a page has no contents. `children` are what the user can do next. */
export function EmptyState({ title, more, whole, children }: EmptyStateProps) {
  return (
    <div className="state">
      <StateTitle title={title} whole={whole} />
      {more && <p>{more}</p>}
      {children}
    </div>
  )
}

function StateTitle({ title, whole }: { title: string; whole: boolean | undefined }) {
  return whole ? <PageTitle title={title} /> : <p className="state-title">{title}</p>
}
