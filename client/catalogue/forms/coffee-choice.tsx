import { useQuery } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { pages } from '#contract/pages.ts'
import { labels, words } from '../manage/texts.ts'
import { ChoiceField } from './form-fields.tsx'
import type { ChoiceProps } from './form-fields.tsx'

/** The name of the coffee, which is selected from the admin's own coffees. */
export function CoffeeChoice({ state: { defaultValues }, field }: ChoiceProps) {
  const email = useSession().user?.email ?? ''
  const coffees = useQuery(callQuery('GET /packetName', { query: { email } }))
  return (
    <ChoiceField
      label={labels.coffeeName}
      placeholder={words.selectCoffee}
      list={coffees}
      names={coffees.data?.map(({ name }) => name)}
      initial={defaultValues?.name}
      failed={words.coffeesFailed}
      none={{ text: words.noCoffees, next: words.add(words.coffee), page: pages.addCoffee }}
      {...field}
    />
  )
}
