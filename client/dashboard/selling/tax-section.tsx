import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { SelectField, TextField } from '#client/ui/fields.tsx'
import { proposalFor } from '#contract/selling/country-proposals.ts'
import { countryName, countryOptions } from './country-names.ts'
import { LinkButton, Section } from '../forms/section.tsx'
import type { SellingFields } from './selling-fields.ts'
import { toTaxFields } from './tax-rates.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>

/** The tax rates, one row for each country. A new row begins with what is proposed for its country. */
export function TaxSection({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'tax', keyName: 'key' })
  function add() {
    const { country, tax } = form.getValues()
    const isTaken = tax.some((row) => row.country === country)
    append(isTaken ? toTaxFields('', null) : toTaxFields(country, proposalFor(country).tax))
  }
  return (
    <Section title={words.tax} more={words.taxMore}>
      {fields.map(({ key }, at) => (
        <TaxRow key={key} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      <p>
        <Button tone="quiet" onClick={add}>
          {words.addTax}
        </Button>
      </p>
    </Section>
  )
}

function TaxRow({ form, at, onRemove }: { form: Form; at: number; onRemove: () => void }) {
  const { register, control, formState } = form
  const errors = formState.errors.tax?.[at]
  const rows = useWatch({ control, name: 'tax' })
  const country = rows[at]?.country ?? ''
  const taken = rows.filter((_, index) => index !== at).map((row) => row.country)

  function propose(chosen: string) {
    const { standard, reduced } = toTaxFields(chosen, proposalFor(chosen).tax)
    if (standard === '') return
    form.setValue(`tax.${at}.standard`, standard)
    form.setValue(`tax.${at}.reduced`, reduced)
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{countryName(country)}</legend>
      <SelectField
        label={words.country}
        placeholder={words.choose}
        options={countryOptions.filter(({ value }) => !taken.includes(value))}
        error={errors?.country?.message}
        {...register(`tax.${at}.country`, {
          required: words.countryRequired,
          onChange: ({ target }) => propose(target.value),
        })}
      />
      <RateFields form={form} at={at} country={country} />
      <LinkButton onClick={onRemove}>{words.removeTax(countryName(country))}</LinkButton>
    </fieldset>
  )
}

/** The two rates of a country, with what is proposed for it. */
function RateFields({ form, at, country }: { form: Form; at: number; country: string }) {
  const errors = form.formState.errors.tax?.[at]
  const { tax, coffee } = proposalFor(country)
  const hints = {
    standard: tax ? words.proposed(tax.standard / 100) : undefined,
    reduced: words.reducedHints[coffee],
  }
  return (
    <div className="selling-pair">
      {(['standard', 'reduced'] as const).map((name) => (
        <TextField
          key={name}
          label={words[name]}
          hint={hints[name]}
          inputMode="decimal"
          autoComplete="off"
          error={errors?.[name]?.message}
          {...form.register(`tax.${at}.${name}`)}
        />
      ))}
    </div>
  )
}
