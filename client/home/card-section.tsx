import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import { words } from './texts.ts'

type CardSectionProps<T> = {
  id: string
  title: string
  list: UseQueryResult<T[]>
  failed: string
  empty: string
  card: (item: T) => ReactNode
}

/** A heading and a grid of cards, four in a row on large screens and two on small, in all its states. */
export function CardSection<T>({ id, title, list, failed, empty, card }: CardSectionProps<T>) {
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="section-title">
        {title}
      </h2>
      {list.data?.length === 0 && (
        <EmptyState title={empty}>
          <p>{words.emptyMore}</p>
        </EmptyState>
      )}
      {list.data && list.data.length > 0 && <ul className="home-grid">{list.data.map(card)}</ul>}
      {list.isPending && <Waiting />}
      {list.isLoadingError && (
        <ErrorState
          title={failed}
          error={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isRefetching}
        />
      )}
    </section>
  )
}

function Waiting() {
  return (
    <div className="home-grid" role="status" aria-label="Loading">
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  )
}
