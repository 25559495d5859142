import { useQuery } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { BrandForm } from '../entries/brand-form.tsx'
import { brandKind } from '../entries/brand-kind.ts'
import { OwnEntries } from './own-entries.tsx'

/** `/menu`: the brands of whoever is signed in (specification section 2, Shop management). */
export function BrandsPage() {
  const email = useSession().user?.email ?? ''
  const list = useQuery(callQuery('GET /personCoffee', { query: { email } }))
  return <OwnEntries kind={brandKind} list={list} EditForm={BrandForm} />
}
