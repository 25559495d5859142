import { useEffect } from 'react'
import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '#client/lib/api.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { BackArrow } from '#client/ui/picture.tsx'
import { ShapedSkeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, LoadError } from '#client/ui/states.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { pages } from '#contract/pages.ts'
import type { PageShape } from '#contract/values/page-table.ts'
import { specTexts, words } from './texts.ts'

type DetailsPageProps<T> = {
  query: UseQueryResult<T>
  /** Returns the name of the brand or of the product from the loaded data. */
  nameOf: (data: T) => string
  loading: string
  failed: string
  /** The shape of the placeholder that is shown while the data is loading. */
  shape: PageShape
  children: (data: T) => ReactNode
}

/**
 * The page of a brand or of a packet. It also shows that the data is still loading, could not be loaded or was
 * deleted. `children` renders the loaded data.
 */
export function DetailsPage<T>(props: DetailsPageProps<T>) {
  const { query, loading, shape, children } = props
  const isShown = query.data !== undefined && !isMissing(query.error)
  return (
    <div className="page" aria-busy={query.isPending || undefined}>
      <GoBack />
      {query.isPending && (
        <>
          <h1 className="sr-only">{loading}</h1>
          <ShapedSkeleton shape={shape} />
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

function GoBack() {
  return (
    <PageLink to={pages.home} className="link icon-text">
      <BackArrow />
      {specTexts.goBack}
    </PageLink>
  )
}

/**
 * Returns true if the error means that the brand or packet does not exist: the server did not find the id in the
 * page's URL, or refused the id as malformed.
 */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.code)
}

function Unavailable<T>({ query, nameOf, failed }: DetailsPageProps<T>) {
  const { data, error } = query
  if (data !== undefined) return <Removed name={nameOf(data)} />
  return (
    <>
      <PageTitle title={words.coffee} hidden />
      {isMissing(error) ? (
        <EmptyState title={words.notFoundTitle} more={words.notFound}>
          <ButtonLink to={pages.home}>{words.toHome}</ButtonLink>
        </EmptyState>
      ) : (
        <LoadError title={failed} query={query} />
      )}
    </>
  )
}

/**
 * Replaces the contents of the page if the brand or packet was deleted while its page was open. Nothing can be bought
 * on the page any more.
 */
function Removed({ name }: { name: string }) {
  useEffect(() => {
    // If the focused Buy button has disappeared with the product, the focus moves to the heading.
    restoreFocusToHeading()
  }, [])
  return (
    <EmptyState whole title={words.goneTitle(name)} more={words.gone}>
      <ButtonLink to={pages.home}>{words.toHome}</ButtonLink>
    </EmptyState>
  )
}
