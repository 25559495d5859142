import { useEffect, useEffectEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError, useSendingForm } from '#client/ui/form.tsx'
import type { SavedAddress } from '#contract/selling/addresses.ts'
import type { Address } from '#contract/selling/settings.ts'
import {
  CountryField,
  EMPTY_ADDRESS,
  FieldsOfCountry,
  onlyUsed,
  serverErrors,
  useAddressFormat,
} from './address-fields.tsx'
import { words } from './texts.ts'

type AddressFormProps = {
  /** The countries that can be chosen. In an empty form, `country` is chosen at first. */
  countries: string[]
  country: string
  saved: SavedAddress | null
  /** What the form begins with in place of `saved`, if it is not null. */
  typed?: Address | null
  /** Called with all values of the form after each change. */
  onType?: (typed: Address) => void
  onSaved: (address: SavedAddress) => void
  /** If it is missing, the form has no Cancel button. */
  onCancel?: (() => void) | undefined
}

/** The form that adds or changes an address. It has the fields that are usual in the chosen country. */
export function AddressForm({
  countries,
  country,
  saved,
  typed = null,
  onType,
  onSaved,
  onCancel,
}: AddressFormProps) {
  const { user } = useSession()
  const form = useSendingForm<Address>(save, {
    defaultValues: typed ?? saved?.address ?? { ...EMPTY_ADDRESS, name: user?.name ?? '', country },
  })
  const { subscribe } = form
  const change = useEffectEvent((values: Address) => onType?.(values))
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => change(values) }),
    [subscribe],
  )
  const { errors } = form.formState
  const chosen = useWatch({ control: form.control, name: 'country' })
  const format = useAddressFormat(chosen)

  async function save(values: Address) {
    if (!format.data) return
    const body = onlyUsed(values, format.data)
    try {
      onSaved(
        saved
          ? await api('PUT /addresses/{id}', { params: { id: saved._id }, body })
          : await api('POST /addresses', { body }),
      )
    } catch (error) {
      for (const { name, message } of serverErrors(error))
        if (name !== 'email') form.setError(name, { message })
      form.setFailure(words.notSaved(errorText(error)))
    }
  }

  return (
    <Form onSubmit={form.submit}>
      <CountryField countries={countries} {...form.field('country')} />
      <FieldsOfCountry query={format} errors={errors} register={form.register} read={form.getValues} />
      <div className="cluster">
        <Button type="submit" disabled={!format.data} busy={form.isSubmitting} busyText={words.saving}>
          {saved ? words.saveAddress : words.confirmAddress}
        </Button>
        {onCancel && (
          <Button tone="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
      </div>
      <FormError>{form.failure}</FormError>
    </Form>
  )
}
