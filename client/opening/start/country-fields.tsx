import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { countryName, countryOptions } from '#client/dashboard/selling/country-names.ts'
import { currencyOptions } from '#client/dashboard/selling/currency-names.ts'
import { percentOf } from '#client/dashboard/selling/tax-rates.ts'
import { CheckField, SelectField, TextField } from '#client/ui/fields.tsx'
import { proposalFor } from '#contract/selling/country-proposals.ts'
import { proposedFields } from './first-method.ts'
import type { DeliveryFields } from './first-method.ts'
import { words } from './texts.ts'

type CountryFieldsProps = {
  form: UseFormReturn<DeliveryFields>
  /** The time zone and the currency that are saved, and whether the currency can be changed no more. */
  saved: { timeZone: string; currency: string; isFixed: boolean }
}

/** The fields for the country of the shop. Choosing it fills in the currency, the tax and the right to withdraw. */
export function CountryFields({ form, saved }: CountryFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  const { isFixed } = saved

  function propose(country: string) {
    const { currency, standard, reduced, hasWithdrawal } = proposedFields(country)
    if (currency !== null && !isFixed) form.setValue('currency', currency)
    form.setValue('standard', standard)
    form.setValue('reduced', reduced)
    form.setValue('hasWithdrawal', hasWithdrawal)
  }

  return (
    <>
      <div className="start-pair">
        <SelectField
          label={words.country}
          hint={words.countryHint}
          placeholder={words.choose}
          options={countryOptions}
          error={errors.country?.message}
          {...register('country', {
            required: words.required(words.country),
            onChange: ({ target }) => propose(target.value),
          })}
        />
        <SelectField
          label={words.timeZone}
          placeholder={words.choose}
          options={timeZones(saved.timeZone)}
          error={errors.timeZone?.message}
          {...register('timeZone', { required: words.required(words.timeZone) })}
        />
      </div>
      <SelectField
        label={words.currency}
        hint={isFixed ? words.currencyFixed : words.currencyHint}
        placeholder={words.choose}
        options={isFixed ? currencyOptions.filter(({ value }) => value === saved.currency) : currencyOptions}
        {...register('currency')}
      />
      <TaxFields form={form} />
    </>
  )
}

/** The tax rates of the country, with what is proposed for it, and the right to withdraw. */
function TaxFields({ form }: Pick<CountryFieldsProps, 'form'>) {
  const { register, control, formState } = form
  const { errors } = formState
  const country = useWatch({ control, name: 'country' })
  const { tax, coffee } = proposalFor(country)
  const name = countryName(country)
  const validate = (text: string) => text.trim() === '' || percentOf(text) !== null || words.notPercent
  return (
    <>
      <div className="start-pair">
        <TextField
          label={words.standard}
          hint={words.standardHint(name, tax && tax.standard / 100)}
          inputMode="decimal"
          autoComplete="off"
          error={errors.standard?.message}
          {...register('standard', { validate })}
        />
        <TextField
          label={words.reduced}
          hint={words.reducedHints[coffee](name)}
          inputMode="decimal"
          autoComplete="off"
          error={errors.reduced?.message}
          {...register('reduced', { validate })}
        />
      </div>
      <CheckField label={words.hasWithdrawal} hint={words.withdrawalHint} {...register('hasWithdrawal')} />
    </>
  )
}

/** Returns the names of all time zones, with the saved one, which the browser may not list. */
function timeZones(saved: string): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set(['UTC', saved, own, ...Intl.supportedValuesOf('timeZone')])]
}
