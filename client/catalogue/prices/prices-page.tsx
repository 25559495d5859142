import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import { PriceForm } from './price-form.tsx'
import './prices.css'
import { words } from './texts.ts'

/** The page `/menu/prices`, where admins change the prices and stocks of all products in one table. */
export function PricesPage() {
  const prices = useQuery({ ...callQuery('GET /priceList'), refetchOnWindowFocus: false })
  const [times, setTimes] = useState(0)

  async function showSaved(): Promise<void> {
    await prices.refetch()
    setTimes((saved) => saved + 1)
  }

  return (
    <div className="page">
      <div className="grid max-w-3xl gap-6">
        <div>
          <PageTitle title={words.page}>{words.heading}</PageTitle>
          <p className="mt-2">{words.lead}</p>
          <p className="small mt-1">{words.amounts}</p>
          <PageLink to={pages.shop} className="icon-text underline">
            {words.back}
          </PageLink>
        </div>
        <FreshForm query={prices} loading={words.loading} failed={words.failed}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={words.none} />
            ) : (
              <PriceForm key={times} rows={rows} onSaved={showSaved} />
            )
          }
        </FreshForm>
      </div>
    </div>
  )
}
