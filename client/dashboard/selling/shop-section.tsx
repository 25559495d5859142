import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { CheckField, SelectField, TextArea } from '#client/ui/fields.tsx'
import { proposalFor } from '#contract/selling/country-proposals.ts'
import { countryName, countryOptions } from './country-names.ts'
import { Section } from '../forms/section.tsx'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>

/** The country and the time zone of the shop. */
export function ShopSection({ form }: { form: Form }) {
  const { register, formState } = form
  const { errors, defaultValues } = formState
  return (
    <Section title={words.shop}>
      <SelectField
        label={words.country}
        hint={words.countryHint}
        placeholder={words.choose}
        options={countryOptions}
        error={errors.country?.message}
        {...register('country')}
      />
      <SelectField
        label={words.timeZone}
        placeholder={words.choose}
        options={timeZones(defaultValues?.timeZone)}
        error={errors.timeZone?.message}
        {...register('timeZone')}
      />
    </Section>
  )
}

/**
 * Returns the names of all time zones, with `UTC`, which browsers do not list, and the saved one, which they may not
 * list.
 */
function timeZones(saved: string | undefined): string[] {
  return [...new Set(['UTC', ...(saved ? [saved] : []), ...Intl.supportedValuesOf('timeZone')])]
}

/** The grinds, the right to withdraw, and how to pay later. */
export function MoreSection({ form }: { form: Form }) {
  const { register, control, formState } = form
  const { errors } = formState
  const country = useWatch({ control, name: 'country' })
  return (
    <Section title={words.more}>
      <TextArea
        label={words.grinds}
        hint={words.grindsHint}
        rows={4}
        error={errors.grinds?.message}
        {...register('grinds')}
      />
      <CheckField
        label={words.hasWithdrawal}
        hint={proposalFor(country).hasWithdrawal ? words.withdrawalHint(countryName(country)) : undefined}
        {...register('hasWithdrawal')}
      />
      <TextArea
        label={words.payLaterNote}
        hint={words.payLaterNoteHint}
        rows={4}
        error={errors.payLaterNote?.message}
        {...register('payLaterNote')}
      />
      <TextArea
        label={words.payAtPickupNote}
        hint={words.payAtPickupNoteHint}
        rows={2}
        error={errors.payAtPickupNote?.message}
        {...register('payAtPickupNote')}
      />
    </Section>
  )
}
