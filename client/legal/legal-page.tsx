import { useQuery } from '@tanstack/react-query'
import { findPage } from '#contract/pages.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'

/** How long the text counts as fresh, in ms. The text that the server sends with the page is not fetched again. */
const FRESH = 60_000

/** The page `/legal/{page}` with a text of the shop's owner, such as the imprint. */
export function LegalPage() {
  const { name = '', title = '' } = findPage(useLocation().pathname) ?? {}
  const text = useQuery({
    ...callQuery('GET /legal/{page}', { params: { page: name } }),
    staleTime: FRESH,
  })
  return (
    <div className="page">
      <article className="legal">
        <PageTitle title={title} />
        {text.isPending && (
          <div role="status" aria-label="Loading">
            <Skeleton className="h-96" />
          </div>
        )}
        {text.isLoadingError && <LoadError title="This text could not be loaded" query={text} />}
        {text.data && <LegalText html={text.data.html} />}
      </article>
    </div>
  )
}

/** The server has made the HTML from Markdown. It contains no other elements than Markdown has, and no scripts. */
function LegalText({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger
  return <div className="legal-text" dangerouslySetInnerHTML={{ __html: html }} />
}
