import { PageLink } from '#client/ui/page-link.tsx'
import type { CoffeesQuery } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'
import { LIST_PAGE, writeListQuery } from '#contract/values/facts/coffee-list.ts'
import { words } from './texts.ts'

type ListPagesProps = {
  query: CoffeesQuery
  total: number
  /** Called when a link to another page is used, so that the focus and the window move to the beginning of the list. */
  onChange: () => void
}

/** Links to the pages before and after the shown one. A list of one page has none. */
export function ListPages({ query, total, onChange }: ListPagesProps) {
  const max = Math.ceil(total / LIST_PAGE)
  const page = Number(query.page ?? 1)
  if (max < 2 || page > max) return null
  const { page: _page, ...choices } = query
  const link = (to: number, text: string) => (
    <PageLink
      to={pages.coffees + writeListQuery(to === 1 ? choices : { ...choices, page: String(to) })}
      className="btn btn-outline btn-quiet"
      onClick={onChange}
    >
      {text}
    </PageLink>
  )
  return (
    <nav className="spread mt-10" aria-label={words.pages}>
      {page > 1 ? link(page - 1, words.previous) : <span />}
      <span>{words.page(page, max)}</span>
      {page < max ? link(page + 1, words.next) : <span />}
    </nav>
  )
}
