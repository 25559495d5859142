import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { Button } from './button.tsx'
import { PageTitle } from './page-title.tsx'
import { CardSkeleton } from './skeleton.tsx'

type ErrorStateProps = {
  title: string
  error: unknown
  onRetry: () => void
  retrying?: boolean
  /** The error is the only content of the page, so its title is the heading. */
  whole?: boolean
}

/** An error with its reason and a Retry button. */
export function ErrorState({ title, error, onRetry, retrying = false, whole }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      {whole ? <PageTitle title={title} /> : <p className="state-title">{title}</p>}
      <p>{errorText(error)}</p>
      <Button tone="quiet" busy={retrying} busyText="Trying again…" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/** A thin bar along the top of the page while it loads. */
export function LoadingBar({ label = 'Loading' }: { label?: string }) {
  return (
    <>
      <div className="loading-bar" role="progressbar" aria-label={label}>
        <span />
      </div>
      <noscript>
        <p className="page">This page needs JavaScript, which your browser has switched off.</p>
      </noscript>
    </>
  )
}

type CardListStatesProps<T> = {
  list: UseQueryResult<T[]>
  /** The class of the grid with the skeletons, and the number of skeletons. */
  grid: string
  cards: number
  /** What a screen reader announces while the list is loading. */
  loading: string
  /** The title of the error. */
  failed: string
  children: (items: T[]) => ReactNode
}

/** A list of cards in all its states. `children` renders the list when it is loaded. */
export function CardListStates<T>({ list, grid, cards, loading, failed, children }: CardListStatesProps<T>) {
  return (
    <>
      {list.data && children(list.data)}
      {list.isPending && (
        <div className={grid} role="status" aria-label={loading}>
          {Array.from({ length: cards }, (_, index) => (
            <CardSkeleton key={index} />
          ))}
        </div>
      )}
      {list.isLoadingError && (
        <ErrorState
          title={failed}
          error={list.error}
          retrying={list.isRefetching}
          onRetry={() => void list.refetch()}
        />
      )}
    </>
  )
}

type StateProps = { title: string; children?: ReactNode }

/** Nothing here yet, and in `children` what to do next. */
export function EmptyState({ title, children }: StateProps) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children}
    </div>
  )
}

/** The same where it is all that a page says: its title is the page's heading. */
export function PageState({ title, children }: StateProps) {
  return (
    <div className="state">
      <PageTitle title={title} />
      {children}
    </div>
  )
}
