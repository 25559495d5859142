import { ApiError } from '#client/lib/api.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
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

function Failed({ title, query }: NoDetailsProps) {
  const { error, isFetching, refetch } = query
  return <ErrorState title={title} error={error} retrying={isFetching} onRetry={() => void refetch()} />
}

/** True when the shop says that there is no such thing, or that this cannot even be an id. */
function isMissing(error: unknown): boolean {
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
