import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { FieldErrors, UseFormRegister, UseFormReturn } from 'react-hook-form'
import { useSession } from '#client/identity/session.tsx'
import { api, ApiError, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField, TextField } from '#client/ui/fields.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { addressFields } from '#contract/selling/address-fields.ts'
import type { AddressField } from '#contract/selling/address-fields.ts'
import type { AddressFormat, SavedAddress } from '#contract/selling/checkout.ts'
import type { Address } from '#contract/selling/settings.ts'
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
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<Address>({
    defaultValues: typed ?? saved?.address ?? { ...EMPTY, name: user?.name ?? '', country },
  })
  const { subscribe } = form
  const change = useEffectEvent((values: Address) => onType?.(values))
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => change(values) }),
    [subscribe],
  )
  const { errors, isSubmitting } = form.formState
  const chosen = useWatch({ control: form.control, name: 'country' })
  const format = useQuery({
    ...callQuery('GET /addressFormat/{country}', { params: { country: chosen } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

  async function save(values: Address) {
    setFailure(null)
    if (!format.data) return
    const body = onlyUsed(values, format.data)
    try {
      onSaved(
        saved
          ? await api('PUT /addresses/{id}', { params: { id: saved._id }, body })
          : await api('POST /addresses', { body }),
      )
    } catch (error) {
      for (const { name, message } of serverErrors(error)) form.setError(name, { message })
      setFailure(words.notSaved(errorText(error)))
    }
  }

  return (
    <Form onSubmit={form.handleSubmit(save)}>
      <SelectField
        label={words.country}
        placeholder={words.choose}
        options={countryOptions(countries)}
        autoComplete="shipping country"
        error={errors.country?.message}
        {...form.register('country')}
      />
      <FieldsOfCountry query={format} form={form} />
      <div className="cluster">
        <Button type="submit" disabled={!format.data} busy={isSubmitting} busyText={words.saving}>
          {saved ? words.saveAddress : words.confirmAddress}
        </Button>
        {onCancel && (
          <Button tone="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
      </div>
      <FormError>{failure}</FormError>
    </Form>
  )
}

type FieldsOfCountryProps = { query: UseQueryResult<AddressFormat>; form: UseFormReturn<Address> }

/**
 * The fields of the chosen country. While they are loading, their place can be focused with the Tab key, so that it does not
 * lead past them, and the first field gets the focus then.
 */
function FieldsOfCountry({ query, form }: FieldsOfCountryProps) {
  const place = useRef<HTMLDivElement>(null)
  const isLoading = query.isPending
  useEffect(() => {
    const element = place.current
    if (isLoading || !element || document.activeElement !== element) return
    element.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [isLoading])
  return (
    <div
      ref={place}
      // The keyboard waits here, see above.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isLoading ? 0 : -1}
      {...(isLoading && { 'role': 'group', 'aria-label': words.loadingFields, 'aria-busy': true })}
    >
      <Fields query={query} form={form} />
    </div>
  )
}

/** The fields, a skeleton while they are loaded, or a Retry button if loading failed. */
function Fields({ query: { data, isError, refetch }, form }: FieldsOfCountryProps) {
  if (data) return <AddressFields format={data} register={form.register} errors={form.formState.errors} />
  if (!isError) return <Skeleton className="h-80 w-full" />
  return (
    <p role="alert">
      {words.formFailed}{' '}
      <button type="button" className="link" onClick={() => void refetch()}>
        {words.retry}
      </button>
    </p>
  )
}

const EMPTY: Address = {
  name: '',
  company: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postcode: '',
  country: '',
  phone: '',
}

/** Returns the address without what was typed into fields that the country does not have. */
function onlyUsed(typed: Address, { country, fields }: AddressFormat): Address {
  const used = Object.fromEntries(fields.map(({ name }) => [name, typed[name].trim()]))
  return { ...EMPTY, ...used, country }
}

function serverErrors(error: unknown) {
  const found = error instanceof ApiError ? (error.body?.errors ?? []) : []
  return found.flatMap(({ field, message }) => {
    const name = [...addressFields, 'country' as const].find((one) => one === field)
    return name ? [{ name, message: message.charAt(0).toUpperCase() + message.slice(1) }] : []
  })
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

function countryOptions(countries: string[]): { value: string; label: string }[] {
  return countries
    .map((value) => ({ value, label: NAMES.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

/** The autofill field names (HTML standard) from which browsers know how to fill in the fields. */
const AUTOFILL: Record<AddressField, string> = {
  name: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postcode: 'postal-code',
  phone: 'tel',
}

type AddressFieldsProps = {
  format: AddressFormat
  register: UseFormRegister<Address>
  errors: FieldErrors<Address>
}

/** The inputs of an address, with the labels and in the order that are usual in its country. */
function AddressFields({ format, register, errors }: AddressFieldsProps) {
  return (
    <div className="address-fields">
      {format.fields.map(({ name, label, isRequired }) => {
        const shared = {
          label: isRequired ? label : words.optional(label),
          error: errors[name]?.message,
          autoComplete: `shipping ${AUTOFILL[name]}`,
          ...register(name, isRequired ? required(label) : {}),
        }
        if (name === 'region' && format.regions.length > 0)
          return <SelectField key={name} {...shared} placeholder={words.choose} options={format.regions} />
        return (
          <TextField
            key={name}
            {...shared}
            type={name === 'phone' ? 'tel' : 'text'}
            hint={name === 'postcode' ? exampleOf(format) : undefined}
          />
        )
      })}
    </div>
  )
}

function exampleOf({ postcodeExample }: AddressFormat): string | undefined {
  return postcodeExample ? words.example(postcodeExample) : undefined
}

/** Returns the validation rules of a required field. A text that consists only of spaces counts as empty. */
function required(label: string) {
  const message = words.required(label)
  return { required: message, validate: (text: string) => text.trim() !== '' || message }
}
