import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '#client/lib/api-error.ts'
import { Button } from './button.tsx'
import { PageTitle } from './page-title.tsx'
import { CardSkeletons } from './skeleton.tsx'

type ErrorStateProps = {
  title: string
  error: unknown
  onRetry: () => void
  retrying?: boolean
  /** The state is the only content of the page, so its title is the heading. */
  whole?: boolean
}

/** An error with its reason and a Retry button. */
export function ErrorState({ title, error, onRetry, retrying = false, whole }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <StateTitle title={title} whole={whole} />
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
          <CardSkeletons count={cards} />
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

type EmptyStateProps = {
  title: string
  /** As in `ErrorState`. */
  whole?: boolean
  children?: ReactNode
}

/** Says that there is nothing here. `children` says what to do next. */
export function EmptyState({ title, whole, children }: EmptyStateProps) {
  return (
    <div className="state">
      <StateTitle title={title} whole={whole} />
      {children}
    </div>
  )
}

function StateTitle({ title, whole }: { title: string; whole: boolean | undefined }) {
  return whole ? <PageTitle title={title} /> : <p className="state-title">{title}</p>
}
