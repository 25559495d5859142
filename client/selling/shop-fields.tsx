import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { CheckField, SelectField, TextArea } from '#client/ui/fields.tsx'
import { proposalFor } from '#contract/selling/country-proposals.ts'
import { countryName, countryOptions } from './names.ts'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

type FormProps = { form: UseFormReturn<SellingFields> }

/** The country and the time zone of the shop. `onCountry` is called with a country that was chosen. */
export function ShopFields({ form, onCountry }: FormProps & { onCountry?: (country: string) => void }) {
  const { register, formState } = form
  const { errors, defaultValues } = formState
  return (
    <>
      <SelectField
        label={words.country}
        hint={onCountry ? words.countryProposes : words.countryHint}
        placeholder={words.choose}
        options={countryOptions}
        error={errors.country?.message}
        {...register('country', {
          required: words.countryRequired,
          onChange: ({ target }) => onCountry?.(target.value),
        })}
      />
      <SelectField
        label={words.timeZone}
        placeholder={words.choose}
        options={timeZones(defaultValues?.timeZone)}
        error={errors.timeZone?.message}
        {...register('timeZone')}
      />
    </>
  )
}

/**
 * Returns the names of all time zones, with `UTC`, which browsers do not list, and the saved one, which they may not
 * list.
 */
function timeZones(saved: string | undefined): string[] {
  return [...new Set(['UTC', ...(saved ? [saved] : []), ...Intl.supportedValuesOf('timeZone')])]
}

export function GrindsField({ form: { register, formState } }: FormProps) {
  return (
    <TextArea
      label={words.grinds}
      hint={words.grindsHint}
      rows={4}
      error={formState.errors.grinds?.message}
      {...register('grinds')}
    />
  )
}

export function WithdrawalField({ form: { register, control } }: FormProps) {
  const country = useWatch({ control, name: 'country' })
  return (
    <CheckField
      label={words.hasWithdrawal}
      hint={proposalFor(country).hasWithdrawal ? words.withdrawalHint(countryName(country)) : undefined}
      {...register('hasWithdrawal')}
    />
  )
}

type PayNoteProps = FormProps & { name: 'payLaterNote' | 'payAtPickupNote'; isRequired?: boolean }

/** The text that says how customers pay later, or at pickup. */
export function PayNote({ form: { register, formState }, name, isRequired = false }: PayNoteProps) {
  return (
    <TextArea
      label={words[name]}
      hint={words[`${name}Hint`]}
      rows={3}
      error={formState.errors[name]?.message}
      {...register(name, {
        validate: (text) => !isRequired || text.trim() !== '' || words.payNoteRequired,
      })}
    />
  )
}
