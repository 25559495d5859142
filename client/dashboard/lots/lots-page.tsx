import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { buttonClasses } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, LoadError } from '#client/ui/states.tsx'
import type { Lot } from '#contract/orders/lots.ts'
import { pages } from '#contract/pages.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { words as menuWords } from '../texts.ts'
import { LotCard } from './lot-card.tsx'
import { NewLotForm } from './lot-form.tsx'
import { addressOfLot, words } from './texts.ts'
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
      {all.data && <NewLotForm {...all.data} />}
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
          <SearchForm key={name} name={name} />
          <LotList lots={found.data.lots} name={name} />
        </section>
      )}
    </>
  )
}

function SearchForm({ name }: { name: string }) {
  const navigate = useNavigate()
  const form = useSendingForm<{ lot: string }>(
    async ({ lot }) => navigate(lot.trim() === '' ? pages.lots : addressOfLot(lot.trim())),
    { defaultValues: { lot: name } },
  )
  return (
    <search className="lot-search">
      <SendingForm form={form} button={words.findButton} tone="quiet" label={words.find}>
        <TextField
          label={words.find}
          hint={words.findHint}
          type="search"
          maxLength={40}
          autoComplete="off"
          {...form.field('lot')}
        />
      </SendingForm>
      {name !== '' && (
        <PageLink to={pages.lots} className="link">
          {words.all}
        </PageLink>
      )}
    </search>
  )
}

function LotList({ lots, name }: { lots: Lot[]; name: string }) {
  if (lots.length === 0)
    return (
      <EmptyState title={name === '' ? words.none : words.notFound(name)}>
        <p>{name === '' ? words.noneMore : words.notFoundMore}</p>
      </EmptyState>
    )
  return (
    <ul className="lot-list">
      {lots.map((lot) => (
        <li key={lot._id}>
          <LotCard lot={lot} isOpen={name !== '' && lot.name.toLowerCase() === name.toLowerCase()} />
        </li>
      ))}
    </ul>
  )
}
