import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { invalidateCatalogue } from '#client/catalogue/entries/catalogue-cache.ts'
import { coffeeKind, coffeeRules } from '#client/catalogue/entries/coffee-kind.tsx'
import { NO_FIELDS } from '#client/catalogue/entries/entry-kind.ts'
import type { EntryFields, EntryInput } from '#client/catalogue/entries/entry-kind.ts'
import { typed } from '#client/catalogue/forms/field-checks.ts'
import { usePictureField } from '#client/catalogue/forms/use-picture.ts'
import { useSubmit } from '#client/catalogue/forms/use-submit.ts'
import { useSession } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { NAME_LENGTH } from '#contract/values/limits.ts'
import { words } from './texts.ts'

/** The validation rules of the form for the first brand and its first coffee. */
export const rules = {
  brand: typed(words.brand, NAME_LENGTH),
  name: typed(words.coffee, NAME_LENGTH),
  price: coffeeRules.price,
  ratting: coffeeRules.ratting,
}

/** Returns the state and the functions of the form that adds a brand together with its first coffee. */
export function useFirstCoffee(onSaved: () => Promise<void>) {
  const form = useForm<EntryFields>({ defaultValues: NO_FIELDS })
  const { props: photo, waitForFile } = usePictureField(form)
  const submission = useSubmit(form, {
    fieldNames: coffeeKind.fieldNames,
    waitForFile,
    save: useSaveBoth(),
    onSaved,
  })
  return { register: form.register, errors: form.formState.errors, photo, ...submission }
}

/**
 * Returns a function that adds the brand and then its coffee. If the brand exists already, because adding the coffee
 * failed before, only the coffee is added.
 */
function useSaveBoth(): (input: EntryInput) => Promise<boolean> {
  const client = useQueryClient()
  const email = useSession().user?.email ?? ''
  return async (input) => {
    const brand = input.brand.trim()
    const { img } = input
    const ratting = Number(input.ratting)
    try {
      const brands = await api('GET /allCoffee')
      if (!brands.some(({ category_name }) => category_name === brand))
        await api('POST /coffeeBrand', { body: { img, category_name: brand, ratting, email } })
      const { acknowledged } = await coffeeKind.post(coffeeKind.bodyOf({ ...input, brand }, email))
      return acknowledged
    } finally {
      void invalidateCatalogue(client)
    }
  }
}
