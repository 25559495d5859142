import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { buttonClasses } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, LoadError } from '#client/ui/states.tsx'
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
  const all = useQuery(callQuery('GET /lots', { query: {} }))
  const found = useQuery(callQuery('GET /lots', { query: name === '' ? {} : { name: name.slice(0, 40) } }))
  return (
    <>
      <PageTitle title={menuWords.lots} />
      <p className="mt-2 mb-6">{words.lead}</p>
      {all.data && name === '' && <NewLotForm {...all.data} />}
      {found.isPending && (
        <div role="status" aria-label={words.loading}>
          <TableSkeleton />
        </div>
      )}
      {found.isLoadingError && <LoadError title={words.failed} query={found} />}
      {found.data && (
        <section className="lots" aria-labelledby="roast-book">
          <div className="spread">
            <h2 id="roast-book" className="text-xl">
              {words.book}
            </h2>
            <a href={`/api${EXPORT_PATHS.lots}`} download className={buttonClasses('quiet')}>
              {words.csv}
            </a>
          </div>
          <SearchLots key={name} name={name} />
          <LotList {...found.data} name={name} />
        </section>
      )}
    </>
  )
}

function LotList({ lots, coffees, name }: { lots: Lot[]; coffees: RoastedCoffee[]; name: string }) {
  const rememberLot = useRowFocus(lots)
  if (lots.length === 0)
    return (
      <EmptyState title={name === '' ? words.none : words.notFound(name)}>
        <p>{name === '' ? words.noneMore : words.notFoundMore}</p>
      </EmptyState>
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
