import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardListStates } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import type { SearchAnswer } from '#contract/catalogue.ts'
import { readSearchText, SEARCH_LIMIT } from '#contract/values/facts/coffee-list.ts'
import { CoffeeGrid } from '../coffee/coffee-grid.tsx'
import { words } from './texts.ts'

/** The number of cards in the first row of a wide window. */
const FIRST_ROW = 3

/** The page `/search` with the coffees that fit the text in its address, or with what is near. */
export function SearchPage() {
  const text = readSearchText(useLocation().search)
  const result = useQuery({
    ...callQuery('GET /search', { query: { q: text } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="page" aria-busy={result.isFetching || undefined}>
      <PageTitle key={text} title={text === '' ? words.title : words.titleFor(text)} />
      <CardListStates
        list={result}
        grid="coffee-grid mt-6"
        cards={FIRST_ROW}
        loading={words.loading}
        failed={words.failed}
      >
        {(found) => <Results text={text} found={found} />}
      </CardListStates>
    </div>
  )
}

function Results({ text, found }: { text: string; found: SearchAnswer }) {
  return (
    <>
      <p role="status" className="mt-4 mb-6">
        {resultText(text, found)}
      </p>
      <CoffeeGrid
        coffees={found.coffees}
        heading="h2"
        pictureSizes="(min-width: 48rem) 24rem, 45vw"
        eager={FIRST_ROW}
      />
      <p className="cluster mt-10">
        <ButtonLink tone="quiet" to={pages.coffees}>
          {words.all}
        </ButtonLink>
        {found.how === 'none' && text !== '' && (
          <ButtonLink tone="quiet" to={pages.contact}>
            {words.ask}
          </ButtonLink>
        )}
      </p>
    </>
  )
}

/** Says what the coffees below it have to do with the text. */
export function resultText(text: string, { how, words: found, total }: SearchAnswer): string {
  const counted = total < SEARCH_LIMIT ? words.counted(total) : words.best(total)
  if (text === '') return words.empty
  if (how === 'none') return `${words.none(text)}. ${words.instead}`
  if (how === 'some') return words.some
  return how === 'corrected' ? words.corrected(counted, found) : counted
}
