import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import { CurrencySection } from './currency-section.tsx'
import { Preview } from './preview.tsx'
import './selling.css'
import { SellingForm } from './selling-form.tsx'
import { words } from './texts.ts'

/** The page `/dashboard/selling`: the settings for delivery, roasting, tax and the like. */
export function SellingPage() {
  const query = useQuery(callQuery('GET /selling'))
  return (
    <div className="selling">
      <PageTitle title={words.title} />
      <Preview />
      <CurrencySection />
      <FreshForm query={query} loading={words.loading} failed={words.failed}>
        {(loaded) => <SellingForm loaded={loaded} />}
      </FreshForm>
    </div>
  )
}
