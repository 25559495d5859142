import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { SelectField, TextField } from '#client/ui/fields.tsx'
import { countryName, countryOptions } from './country-names.ts'
import { LinkButton, Section } from '../forms/section.tsx'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>

/** The tax rates, one row for each country. */
export function TaxSection({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'tax', keyName: 'key' })
  return (
    <Section title={words.tax} more={words.taxMore}>
      {fields.map(({ key }, at) => (
        <TaxRow key={key} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      <p>
        <Button
          tone="quiet"
          onClick={() => append({ country: form.getValues('country'), standard: '', reduced: '' })}
        >
          {words.addTax}
        </Button>
      </p>
    </Section>
  )
}

function TaxRow({ form, at, onRemove }: { form: Form; at: number; onRemove: () => void }) {
  const { register, control, formState } = form
  const errors = formState.errors.tax?.[at]
  const country = useWatch({ control, name: `tax.${at}.country` })
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{countryName(country)}</legend>
      <SelectField
        label={words.country}
        placeholder={words.choose}
        options={countryOptions}
        error={errors?.country?.message}
        {...register(`tax.${at}.country`)}
      />
      <div className="selling-pair">
        {(['standard', 'reduced'] as const).map((name) => (
          <TextField
            key={name}
            label={words[name]}
            inputMode="decimal"
            autoComplete="off"
            error={errors?.[name]?.message}
            {...register(`tax.${at}.${name}`)}
          />
        ))}
      </div>
      <LinkButton onClick={onRemove}>{words.removeTax(countryName(country))}</LinkButton>
    </fieldset>
  )
}
