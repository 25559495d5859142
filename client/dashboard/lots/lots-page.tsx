import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardListStates, EmptyState } from '#client/ui/states.tsx'
import { rowFocusId, useRowFocus } from '#client/ui/use-row-focus.ts'
import type { Lot, RoastedCoffee } from '#contract/orders/lots.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { words as menuWords } from '../texts.ts'
import { LotCard } from './lot-card.tsx'
import { NewLotForm } from './lot-form.tsx'
import { SearchLots } from './search-lots.tsx'
import { words } from './texts.ts'
import './lots.css'

/** The page `/dashboard/lots`: what was roasted, and who got it. With `?lot=47`, it shows only the lots with this name. */
export function LotsPage() {
  const name = new URLSearchParams(useLocation().search).get('lot') ?? ''
  const found = useQuery(callQuery('GET /lots', { query: name === '' ? {} : { name: name.slice(0, 40) } }))
  return (
    <>
      <PageTitle title={menuWords.lots} />
      <p className="mt-2 mb-6">{words.lead}</p>
      {found.data && name === '' && <NewLotForm {...found.data} />}
      <CardListStates list={found} loading={words.loading} failed={words.failed}>
        {(book) => (
          <section className="grid gap-4 max-w-3xl mt-10" aria-labelledby="roast-book">
            <div className="spread">
              <h2 id="roast-book" className="text-xl">
                {words.book}
              </h2>
              <a href={`/api${EXPORT_PATHS.lots}`} download className={buttonClasses('quiet')}>
                {words.csv}
              </a>
            </div>
            <SearchLots key={name} name={name} />
            <LotList {...book} name={name} />
          </section>
        )}
      </CardListStates>
    </>
  )
}

function LotList({ lots, coffees, name }: { lots: Lot[]; coffees: RoastedCoffee[]; name: string }) {
  const rememberLot = useRowFocus(lots)
  if (lots.length === 0)
    return (
      <EmptyState
        title={name === '' ? words.none : words.notFound(name)}
        more={name === '' ? words.noneMore : words.notFoundMore}
      />
    )
  return (
    <ul className="grid gap-5 wrap-anywhere">
      {lots.map((lot) => (
        <li key={lot._id} id={rowFocusId(lot._id)} tabIndex={-1}>
          <LotCard
            lot={lot}
            pool={coffees.find(({ _id }) => _id === lot.coffee)?.pool}
            onTakeBack={() => rememberLot(lot)}
            isOpen={name !== '' && lot.name.toLowerCase() === name.toLowerCase()}
          />
        </li>
      ))}
    </ul>
  )
}
