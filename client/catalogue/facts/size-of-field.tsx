import { useQuery } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { OptionField } from '#client/ui/fields.tsx'
import { words } from './texts.ts'

type SizeOfProps = UseFormRegisterReturn & { error: string | undefined; initial: string | undefined }

/** The coffee of which a packet is another size. The form of a demo shop does not have it. */
export function SizeOfField(props: SizeOfProps) {
  return usePageState().settings.demo ? null : <Field {...props} />
}

function Field({ initial, ...rest }: SizeOfProps) {
  const email = useSession().user?.email ?? ''
  const { data = [] } = useQuery(callQuery('GET /packetName', { query: { email } }))
  const own = data.map(({ _id, name }) => ({ value: _id, text: name }))
  const isOthers = initial && own.every(({ value }) => value !== initial)
  const options = [
    { value: '', text: words.noCoffee },
    ...own,
    ...(isOthers ? [{ value: initial, text: words.chosenCoffee }] : []),
  ]
  return <OptionField label={words.sizeOf} options={options} {...rest} />
}
