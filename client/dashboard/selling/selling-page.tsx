import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { freshData } from '../forms/fresh-data.ts'
import { NotLoaded } from '../forms/not-loaded.tsx'
import { CurrencySection } from './currency-section.tsx'
import { Preview } from './preview.tsx'
import './selling.css'
import { SellingForm } from './selling-form.tsx'
import { words } from './texts.ts'

/** The page `/dashboard/selling`: the settings for delivery, roasting, tax and the like. */
export function SellingPage() {
  const query = useQuery(callQuery('GET /selling'))
  const loaded = freshData(query)
  return (
    <div className="selling">
      <PageTitle title={words.title} />
      <Preview />
      <CurrencySection />
      {loaded ? (
        <SellingForm loaded={loaded} />
      ) : (
        <NotLoaded query={query} loading={words.loading} failed={words.failed} />
      )}
    </div>
  )
}
