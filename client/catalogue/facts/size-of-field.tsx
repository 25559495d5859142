import { useQuery } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { OptionField } from '#client/ui/fields.tsx'
import type { CoffeeName, Packet } from '#contract/shop-management.ts'
import { useIsSpecified } from '../forms/form-fields.tsx'
import type { EntryFormState } from '../forms/use-entry-form.ts'
import { words } from './texts.ts'

type SizeOfProps = UseFormRegisterReturn & { error: string | undefined; initial: string | undefined }

/** The coffee of which a packet is another size. The specification does not have it. */
export function SizeOfField(props: SizeOfProps) {
  return useIsSpecified() ? null : <Field {...props} />
}

/**
 * Returns the handler that is called when the name of a packet is chosen. It makes a new packet another size of the coffee
 * with this name. `packet` is the packet to edit, if there is one: that keeps its size.
 */
export function useProposeSize({ setValue }: EntryFormState, packet: Packet | undefined) {
  const coffees = useOwnCoffees()
  const isSpecified = useIsSpecified()
  return ({ target }: { target: { value: string } }) => {
    const chosen = coffees.find(({ name }) => name === target.value)
    if (!isSpecified && !packet) setValue('coffeeId', chosen?._id ?? '')
  }
}

function useOwnCoffees(): CoffeeName[] {
  const email = useSession().user?.email ?? ''
  const { data = [] } = useQuery(callQuery('GET /packetName', { query: { email } }))
  return data
}

function Field({ initial, ...rest }: SizeOfProps) {
  const own = useOwnCoffees().map(({ _id, name }) => ({ value: _id, text: name }))
  const isOthers = initial && own.every(({ value }) => value !== initial)
  const options = [
    { value: '', text: words.noCoffee },
    ...own,
    ...(isOthers ? [{ value: initial, text: words.chosenCoffee }] : []),
  ]
  return <OptionField label={words.sizeOf} options={options} {...rest} />
}
