import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import { pages } from '#contract/pages.ts'
import { GoBack } from './go-back.tsx'
import { words } from './texts.ts'

type DetailsQuery<T> = {
  data: T | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

type DetailsPageProps<T> = {
  query: DetailsQuery<T>
  /** The name in the loaded data. */
  nameOf: (data: T) => string
  loading: string
  failed: string
  /** Shown until the data is loaded. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** The page of a brand or of a packet in all its states. `children` renders the loaded data. */
export function DetailsPage<T>(props: DetailsPageProps<T>) {
  const { query, loading, skeleton, children } = props
  const isShown = query.data !== undefined && !isMissing(query.error)
  return (
    <div className="page" aria-busy={query.isPending || undefined}>
      <GoBack />
      {query.isPending && (
        <>
          <h1 className="sr-only">{loading}</h1>
          {skeleton}
        </>
      )}
      {isShown && query.data !== undefined && children(query.data)}
      {!isShown && !query.isPending && (
        <div className="mt-4">
          <Unavailable {...props} />
        </div>
      )}
    </div>
  )
}

/** True if the server says that the entry does not exist, or that the id in the address is not an id. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.code)
}

function Unavailable<T>({ query, nameOf, failed }: DetailsPageProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return <Removed name={nameOf(data)} />
  return (
    <>
      <PageTitle title={words.coffee} hidden />
      {isMissing(error) ? (
        <EmptyState title={words.notFoundTitle}>
          <p>{words.notFound}</p>
          <ButtonLink to={pages.home}>{words.toHome}</ButtonLink>
        </EmptyState>
      ) : (
        <ErrorState title={failed} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  )
}

/** Replaces an entry that was deleted while the page showed it, so that it can no longer be bought here. */
function Removed({ name }: { name: string }) {
  useEffect(() => {
    // The button that was clicked has disappeared with the product.
    if (isFocusLost()) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <EmptyState whole title={words.goneTitle(name)}>
      <p>{words.gone}</p>
      <ButtonLink to={pages.home}>{words.toHome}</ButtonLink>
    </EmptyState>
  )
}
