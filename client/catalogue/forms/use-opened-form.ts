import { useForm } from 'react-hook-form'
import type { RegisterOptions } from 'react-hook-form'
import { useShop } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { MAX_STARS } from '#contract/values/limits.ts'
import { fieldsInQuery } from '../manage/entry-addresses.ts'
import type { EntryFields, FieldName } from './entry-fields.ts'

/**
 * Opens a form with the values of the entry. The query string of the URL has the name or the brand of a new entry. `field`
 * returns the props of the field with a name, with its error message.
 */
export function useOpenedForm({ id, initial }: { id?: string | undefined; initial: EntryFields }) {
  const { showsOwnRatings } = useShop()
  const { search } = useLocation()
  const asked = id === undefined ? fieldsInQuery(search) : {}
  // Where the stars are not shown, the form does not ask for them, and what they are does not matter.
  const ratting = initial.ratting || (showsOwnRatings ? '' : String(MAX_STARS))
  const form = useForm<EntryFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: { ...initial, ratting, ...asked },
  })
  function field<N extends FieldName>(name: N, rules?: RegisterOptions<EntryFields, N>) {
    return registered<EntryFields, N>(form, name, rules)
  }
  return { form, field }
}
