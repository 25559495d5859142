import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { texts } from './texts.ts'

/** The link back to the home page. */
export function GoBack() {
  return (
    <PageLink to={pages.home} className="link inline-flex min-h-11 items-center gap-2">
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4 fill-none stroke-current stroke-2">
        <path d="M12 4l-6 6 6 6" />
      </svg>
      {texts.goBack}
    </PageLink>
  )
}
