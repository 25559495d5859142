import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardListStates, EmptyState } from '#client/ui/states.tsx'
import type { CoffeeList, CoffeesQuery } from '#contract/catalogue.ts'
import { pages } from '#contract/pages.ts'
import { LIST_PAGE, readListQuery, writeListQuery } from '#contract/values/facts/coffee-list.ts'
import { CoffeeGrid, gridOfFew } from '../coffee/coffee-grid.tsx'
import { ChosenFilters, FilterForm } from './filter-form.tsx'
import { words } from './texts.ts'

/** The page `/coffees` with everything that can be bought. What is chosen on it is in its address. */
export function CoffeesPage() {
  const { search } = useLocation()
  const query = readListQuery(search)
  const list = useQuery({ ...callQuery('GET /coffees', { query }), placeholderData: keepPreviousData })
  return (
    <div className="page" aria-busy={list.isPending || undefined}>
      <PageTitle title={words.title} />
      <CardListStates
        list={list}
        grid="coffee-grid mt-6"
        cards={6}
        loading={words.loading}
        failed={words.failed}
      >
        {(found) => <FoundCoffees query={query} found={found} isOld={list.isPlaceholderData} />}
      </CardListStates>
    </div>
  )
}

/** The number of cards in the first row of a wide window. */
const FIRST_ROW = 3

/** `isOld` says that the list is the one before, while the chosen one is loading. */
function FoundCoffees({ query, found, isOld }: { query: CoffeesQuery; found: CoffeeList; isOld: boolean }) {
  const top = useRef<HTMLDivElement>(null)
  const { coffees, total, all } = found
  if (all === 0) return <EmptyState title={words.none} more={words.noneMore} />
  return (
    <FilterForm query={query} found={found}>
      <div ref={top} tabIndex={-1} className="found" aria-busy={isOld || undefined}>
        <ChosenFilters query={query} />
        {coffees.length === 0 && <NothingFits isTooFar={total > 0} />}
        <CoffeeGrid
          coffees={coffees}
          heading="h2"
          pictureSizes="(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, 45vw"
          eager={FIRST_ROW}
          {...gridOfFew(all)}
        />
        <ListPages query={query} total={total} onChange={() => top.current?.focus()} />
      </div>
    </FilterForm>
  )
}

/** `isTooFar` says that the address is that of a page after the last one. */
function NothingFits({ isTooFar }: { isTooFar: boolean }) {
  return (
    <EmptyState title={isTooFar ? words.noSuchPage : words.nothingFits}>
      {!isTooFar && <p>{words.nothingFitsMore}</p>}
      <ButtonLink tone="quiet" to={pages.coffees}>
        {words.all}
      </ButtonLink>
    </EmptyState>
  )
}

type ListPagesProps = {
  query: CoffeesQuery
  total: number
  /** Called when a link to another page is used, so that the focus and the window move to the beginning of the list. */
  onChange: () => void
}

/** Links to the pages before and after the shown one. A list of one page has none. */
function ListPages({ query, total, onChange }: ListPagesProps) {
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
