import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { listText } from '#client/lib/list-text.ts'
import { callQuery } from '#client/lib/query.ts'
import { OptionField, TextField } from '#client/ui/fields.tsx'
import { sentErrors } from '#client/ui/settings-form/form-errors.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { addressFields } from '#contract/selling/address-fields.ts'
import type { AddressField } from '#contract/selling/address-fields.ts'
import type { AddressFormat } from '#contract/selling/addresses.ts'
import type { Address } from '#contract/selling/settings.ts'
import { countriesByName } from '#contract/values/countries.ts'
import { words } from './texts.ts'

export const EMPTY_ADDRESS: Address = {
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

export function useAddressFormat(country: string): UseQueryResult<AddressFormat> {
  return useQuery({
    ...callQuery('GET /addressFormat/{country}', { params: { country } }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: country !== '',
  })
}

type CountryFieldProps = Omit<ComponentProps<typeof OptionField>, 'label' | 'placeholder' | 'options'> & {
  countries: string[]
}

export function CountryField({ countries, ...rest }: CountryFieldProps) {
  return (
    <OptionField
      label={words.country}
      placeholder={words.choose}
      options={countriesByName(countries)}
      autoComplete="shipping country"
      {...rest}
    />
  )
}

type FieldsOfCountryProps = Omit<AddressFieldsProps, 'format'> & { query: UseQueryResult<AddressFormat> }

/**
 * The fields of the chosen country. While they are loading, their place can be focused with the Tab key, so that it does not
 * lead past them, and the first field gets the focus then.
 */
export function FieldsOfCountry(props: FieldsOfCountryProps) {
  const place = useRef<HTMLDivElement>(null)
  const isLoading = props.query.isPending
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
      <Fields {...props} />
    </div>
  )
}

/** The fields, a skeleton while they are loaded, or a Retry button if loading failed. */
function Fields({ query: { data, isError, refetch }, ...fields }: FieldsOfCountryProps) {
  if (data) return <AddressFields key={data.country} format={data} {...fields} />
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

type Rules = { required?: string; validate?: (text: string) => true | string }

type AddressFieldsProps = {
  format: AddressFormat
  register: (name: AddressField, rules: Rules) => UseFormRegisterReturn
  errors: Partial<Record<AddressField, { message?: string | undefined }>>
  read: (name: AddressField) => string
}

/** Fields that few people need. They are hidden until a button is pressed, or as long as nothing is typed into them. */
const RARE = new Set<AddressField>(['company', 'line2', 'phone'])

/** The inputs of an address, with the labels and in the order that are usual in its country. */
function AddressFields({ format, register, errors, read }: AddressFieldsProps) {
  const [unfolded, setUnfolded] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isFolded = ({ name, isRequired }: AddressFormat['fields'][number]) =>
    RARE.has(name) && !isRequired && !unfolded && read(name) === '' && !errors[name]
  const folded = format.fields.filter(isFolded)
  const [firstFolded] = folded
  const labels = folded.map(({ label }) => label.toLowerCase())
  function unfold() {
    setUnfolded(true)
    setTimeout(() => place.current?.querySelector<HTMLElement>(`[name="${firstFolded?.name}"]`)?.focus())
  }
  return (
    <div className="address-fields" ref={place}>
      {format.fields.map((field) => {
        if (isFolded(field)) return null
        const { name, label, isRequired } = field
        const shared = {
          label: isRequired ? label : words.optional(label),
          error: errors[name]?.message,
          autoComplete: `shipping ${AUTOFILL[name]}`,
          ...register(name, isRequired ? required(label) : {}),
        }
        if (name === 'region' && format.regions.length > 0)
          return (
            <OptionField
              key={name}
              {...shared}
              placeholder={words.choose}
              options={format.regions.map(({ value, label: text }) => ({ value, text }))}
            />
          )
        return (
          <TextField
            key={name}
            {...shared}
            type={name === 'phone' ? 'tel' : 'text'}
            hint={name === 'postcode' ? exampleOf(format) : undefined}
          />
        )
      })}
      {folded.length > 0 && (
        <p>
          <button type="button" className="link small" onClick={unfold}>
            {words.moreFields(listText(labels, 'or'))}
          </button>
        </p>
      )}
    </div>
  )
}

function exampleOf({ postcodeExample }: AddressFormat): string | undefined {
  return postcodeExample ? words.example(postcodeExample) : undefined
}

/** Returns the validation rules of a required field. A text that consists only of spaces counts as empty. */
function required(label: string): Rules {
  const message = words.required(label)
  return { required: message, validate: (text) => text.trim() !== '' || message }
}

/** Returns the address without what was typed into fields that the country does not have. */
export function onlyUsed(typed: Address, { country, fields }: AddressFormat): Address {
  const used = Object.fromEntries(fields.map(({ name }) => [name, typed[name].trim()]))
  return { ...EMPTY_ADDRESS, ...used, country }
}

/** Returns the fields of an address, or `email`, that the server has refused, with the reasons. */
export function serverErrors(error: unknown) {
  return sentErrors(error).flatMap(({ field, message }) => {
    const last = field.slice(field.lastIndexOf('.') + 1)
    const name = [...addressFields, 'country' as const, 'email' as const].find((one) => one === last)
    return name ? [{ name, message }] : []
  })
}
