import { useQuery } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import type { NewPacket } from '#contract/shop-management.ts'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { TextArea } from '#client/ui/fields.tsx'
import { ChoiceField } from '../forms/choice-field.tsx'
import { PriceField } from '../forms/price-field.tsx'
import { ProductForm } from '../forms/product-form.tsx'
import { RattingField } from '../forms/ratting-field.tsx'
import { packetRules } from '../forms/rules.ts'
import { labels, words } from '../manage/texts.ts'
import { packetKind } from './packet-kind.ts'
import { useEntryForm } from './use-entry-form.ts'
import type { EntryFormProps } from './use-entry-form.ts'

/** A packet: photo, coffee name out of the list of one's own, about, price, ratting. */
export function PacketForm(props: EntryFormProps<NewPacket>) {
  const email = useSession().user?.email ?? ''
  const state = useEntryForm(packetKind, props)
  const coffees = useQuery(callQuery('GET /packetName', { query: { email } }))
  const { register, formState } = state.form
  const { errors, defaultValues } = formState
  return (
    <ProductForm state={state} action={props.entry ? words.save : words.addPacket}>
      <ChoiceField
        label={labels.coffeeName}
        placeholder={words.selectCoffee}
        list={coffees}
        names={coffees.data?.map(({ name }) => name)}
        chosenBefore={defaultValues?.name}
        failed={words.coffeesFailed}
        none={{ text: words.noCoffees, next: words.add(words.coffee), page: pages.addCoffee }}
        error={errors.name?.message}
        {...register('name', packetRules.name)}
      />
      <TextArea
        label={labels.about}
        error={errors.about?.message}
        {...register('about', packetRules.about)}
      />
      <PriceField error={errors.price?.message} {...register('price', packetRules.price)} />
      <RattingField error={errors.ratting?.message} {...register('ratting', packetRules.ratting)} />
    </ProductForm>
  )
}
