import { pages } from '#contract/pages.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { texts, words } from './texts.ts'

/** The heading of the cart page, with a link to the page of the paid orders. */
export function CartHeading() {
  return (
    <div className="spread">
      <PageTitle title={words.title}>{texts.heading}</PageTitle>
      <PageLink to={pages.account} className="link icon-text">
        {words.account}
      </PageLink>
    </div>
  )
}
