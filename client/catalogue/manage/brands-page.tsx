import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { BrandForm } from '../entries/brand-form.tsx'
import { brandKind } from '../entries/brand-kind.ts'
import { OwnEntries } from './own-entries.tsx'
import { useListQuery } from './use-whose.ts'

/** `/menu`: the brands of the admin, or of all admins (specification section 2, Shop management). */
export function BrandsPage() {
  const list = useQuery(callQuery('GET /personCoffee', { query: useListQuery() }))
  return <OwnEntries kind={brandKind} list={list} EditForm={BrandForm} />
}
