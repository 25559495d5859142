import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { CoffeeForm } from '../entries/coffee-form.tsx'
import { coffeeKind } from '../entries/coffee-kind.ts'
import { OwnEntries } from './own-entries.tsx'
import { useListQuery } from './use-whose.ts'

/** `/menu/coffee`: the coffee names of the admin, or of all admins (specification section 2, Shop management). */
export function CoffeesPage() {
  const list = useQuery(callQuery('GET /packetName', { query: useListQuery() }))
  return <OwnEntries kind={coffeeKind} list={list} EditForm={CoffeeForm} />
}
