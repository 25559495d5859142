import { useQuery } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { CoffeeForm } from '../entries/coffee-form.tsx'
import { coffeeKind } from '../entries/coffee-kind.ts'
import { OwnEntries } from './own-entries.tsx'

/** `/menu/coffee`: the coffee names of whoever is signed in (specification section 2, Shop management). */
export function CoffeesPage() {
  const email = useSession().user?.email ?? ''
  const list = useQuery(callQuery('GET /packetName', { query: { email } }))
  return <OwnEntries kind={coffeeKind} list={list} EditForm={CoffeeForm} />
}
