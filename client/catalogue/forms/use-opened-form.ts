import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useShop } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { MAX_STARS } from '#contract/values/limits.ts'
import { fieldsInQuery } from '../manage/entry-addresses.ts'
import type { EntryFields } from './entry-fields.ts'

type Opened = { id?: string | undefined; initial: EntryFields }

/** Opens a form with the values of the entry. The query string of the URL has the name or the brand of a new entry. */
export function useOpenedForm({ id, initial }: Opened): UseFormReturn<EntryFields> {
  const { showsOwnRatings } = useShop()
  const { search } = useLocation()
  const asked = id === undefined ? fieldsInQuery(search) : {}
  // Where the stars are not shown, the form does not ask for them, and what they are does not matter.
  const ratting = initial.ratting || (showsOwnRatings ? '' : String(MAX_STARS))
  return useForm<EntryFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: { ...initial, ratting, ...asked },
  })
}
