import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { CheckField, OptionField, TextArea, TextField } from '#client/ui/fields.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { Section } from '#client/ui/settings-form/section.tsx'
import { proposalFor } from '#contract/selling/country-proposals.ts'
import { countryName } from '#contract/values/countries.ts'
import { countryOptions } from './names.ts'
import type { SellingFields } from './selling-fields.ts'
import { rules } from './selling-rules.ts'
import { words } from './texts.ts'

type FormProps = { form: UseFormReturn<SellingFields> }

type ShopSectionProps = FormProps & {
  heading?: 'h2' | 'h3'
  onCountry?: (country: string) => void
  children?: ReactNode
}

export function ShopSection({ form, heading = 'h2', onCountry, children }: ShopSectionProps) {
  const { defaultValues } = form.formState
  return (
    <Section title={words.shop} heading={heading}>
      <OptionField
        label={words.country}
        hint={onCountry ? words.countryProposes : words.countryHint}
        placeholder={words.choose}
        options={countryOptions}
        {...registered(form, 'country', {
          required: words.countryRequired,
          onChange: ({ target }) => onCountry?.(target.value),
        })}
      />
      <OptionField
        label={words.timeZone}
        placeholder={words.choose}
        options={timeZones(defaultValues?.timeZone)}
        {...registered(form, 'timeZone')}
      />
      {children}
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

/** What the page of every coffee says about it as food. */
export function FoodSection({ form }: FormProps) {
  return (
    <Section title={words.food} more={words.foodMore}>
      <TextField label={words.foodName} hint={words.foodNameHint} {...registered(form, 'food.name')} />
      <TextField label={words.storage} hint={words.storageHint} {...registered(form, 'food.storage')} />
      <TextField label={words.firm} hint={words.firmHint} {...registered(form, 'food.firm')} />
    </Section>
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

export function MoreSection({ form }: FormProps) {
  return (
    <Section title={words.more}>
      <TextArea
        label={words.grinds}
        hint={words.grindsHint}
        rows={4}
        {...registered(form, 'grinds', { validate: rules.grinds })}
      />
      <TextArea label={words.synonyms} hint={words.synonymsHint} rows={4} {...registered(form, 'synonyms')} />
      <WithdrawalField form={form} />
      <CheckField label={words.showsReviewsAtOnce} {...form.register('showsReviewsAtOnce')} />
    </Section>
  )
}
