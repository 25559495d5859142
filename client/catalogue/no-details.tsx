import { useEffect } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmptyState, ErrorState, PageState } from '#client/ui/states.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import { pages } from '#contract/pages.ts'
import { GoBack } from './go-back.tsx'
import { words } from './texts.ts'

type NoDetailsProps = {
  title: string
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Instead of a product or a list: there is none under this address, or it could not be loaded. */
export function NoDetails({ title, query }: NoDetailsProps) {
  const missing = isMissing(query.error)
  return (
    <div className="page">
      <GoBack />
      <PageTitle title={words.coffee} hidden />
      <div className="mt-4">{missing ? <NotFound /> : <Failed title={title} query={query} />}</div>
    </div>
  )
}

/** Instead of what was shown under this `name` until the shop took it off: it must not stay for sale here. */
export function Gone({ name }: { name: string }) {
  useEffect(() => {
    // The button that was pressed went with the product.
    if (isFocusLost()) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="page">
      <GoBack />
      <div className="mt-4">
        <PageState title={words.goneTitle(name)}>
          <p>{words.gone}</p>
          <ButtonLink to={pages.home}>{words.toHome}</ButtonLink>
        </PageState>
      </div>
    </div>
  )
}

function Failed({ title, query }: NoDetailsProps) {
  const { error, isFetching, refetch } = query
  return <ErrorState title={title} error={error} retrying={isFetching} onRetry={() => void refetch()} />
}

/** True when the shop says that there is no such thing, or that this cannot even be an id. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && ['not-found', 'invalid-input'].includes(error.code)
}

function NotFound() {
  return (
    <EmptyState title={words.notFoundTitle}>
      <p>{words.notFound}</p>
      <ButtonLink to={pages.home}>{words.toHome}</ButtonLink>
    </EmptyState>
  )
}
