import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { OrderLoadError } from './order-load-error.tsx'
import { words } from './texts.ts'
import './sheet.css'

type PrintedPageProps<T> = {
  title: string
  /** Returns the heading, which is shown when the data is loaded. */
  heading: (data: T) => string
  query: UseQueryResult<T>
  /** If set, there is no Print button. */
  isEmpty?: boolean
  /** A link back to the page from which the user came, or other content above the heading. */
  back: ReactNode
  children: (data: T) => ReactNode
}

/** A page that is made to be printed: its heading and its children, but neither its links nor its Print button. */
export function PrintedPage<T>({
  title,
  heading,
  query,
  isEmpty = false,
  back,
  children,
}: PrintedPageProps<T>) {
  const { data, isPending, isLoadingError } = query
  return (
    <>
      <div className="not-printed">{back}</div>
      <div className="spread sheet-bar">
        <PageTitle title={title}>{data && heading(data)}</PageTitle>
        {data && !isEmpty && (
          <div className="not-printed">
            <Button tone="quiet" onClick={() => window.print()}>
              {words.print}
            </Button>
          </div>
        )}
      </div>
      {data && children(data)}
      {isPending && (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-96" />
        </div>
      )}
      {isLoadingError && <OrderLoadError query={query} />}
    </>
  )
}
