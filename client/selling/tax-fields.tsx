import type { ReactNode } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { OptionField, TextField } from '#client/ui/fields.tsx'
import { ACCOUNT_NAMES, CHARTS, USUAL_ACCOUNTS } from '#contract/selling/accounts.ts'
import { DATEV_COUNTRY, EU_COUNTRIES, proposalFor } from '#contract/selling/country-proposals.ts'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { RemoveButton, Section } from '#client/ui/settings-form/section.tsx'
import { countryName } from '#contract/values/countries.ts'
import { countryOptions } from './names.ts'
import { toTaxFields, untaxedCountries } from './selling-fields.ts'
import { optional, rules } from './selling-rules.ts'
import type { SellingFields, TaxFields as TaxRow } from './selling-fields.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>

type TaxSectionProps = { form: Form; heading?: 'h2' | 'h3'; children?: ReactNode }

/** The tax rates, one row for each country. A new row begins with what is proposed for its country. */
export function TaxSection({ form, heading = 'h2', children }: TaxSectionProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'tax', keyName: 'key' })
  function add() {
    const { country, tax } = form.getValues()
    const isTaken = tax.some((row) => row.country === country)
    append(isTaken ? toTaxFields('', null) : toTaxFields(country, proposalFor(country).tax))
  }
  return (
    <Section title={words.tax} more={words.taxMore} heading={heading}>
      {fields.map(({ key }, at) => (
        <RowFields key={key} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      <Untaxed form={form} onAdd={append} />
      <p>
        <Button tone="quiet" onClick={add}>
          {words.addTax}
        </Button>
      </p>
      {children}
    </Section>
  )
}

type UntaxedProps = { form: Form; onAdd: (rows: TaxRow[]) => void }

/**
 * Names the countries to which parcels would be sent without tax. A button gives them the rates of the shop's country,
 * which are right until the shop sells a lot there.
 */
function Untaxed({ form, onAdd }: UntaxedProps) {
  const [country, tax, methods] = useWatch({ control: form.control, name: ['country', 'tax', 'methods'] })
  const codes = untaxedCountries({ country, tax, methods })
  const untaxed = countryOptions.filter(({ value }) => codes.includes(value))
  const own = tax.find((row) => row.country === country)
  if (!own || untaxed.length === 0) return null
  return (
    <div className="panel grid gap-3">
      <p>{words.untaxed(untaxed.map(({ text }) => text).join(', '))}</p>
      <p>
        <Button tone="quiet" onClick={() => onAdd(untaxed.map(({ value }) => ({ ...own, country: value })))}>
          {words.taxThem(countryName(country))}
        </Button>
      </p>
    </div>
  )
}

function RowFields({ form, at, onRemove }: { form: Form; at: number; onRemove: () => void }) {
  // Only the countries are watched, because a shop can have many rows, and each lists all countries.
  const countries = useWatch({
    control: form.control,
    name: 'tax',
    compute: (rows) => rows.map((row) => row.country),
  })
  const country = countries[at] ?? ''
  const taken = countries.toSpliced(at, 1)

  function propose(chosen: string) {
    const { standard, reduced } = toTaxFields(chosen, proposalFor(chosen).tax)
    if (standard === '') return
    form.setValue(`tax.${at}.standard`, standard)
    form.setValue(`tax.${at}.reduced`, reduced)
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{countryName(country)}</legend>
      <OptionField
        label={words.country}
        placeholder={words.choose}
        options={countryOptions.filter(({ value }) => !taken.includes(value))}
        {...registered(form, `tax.${at}.country`, {
          required: words.countryRequired,
          onChange: ({ target }) => propose(target.value),
        })}
      />
      <RateFields form={form} at={at} country={country} />
      <RemoveButton onClick={onRemove}>{words.removeTax(countryName(country))}</RemoveButton>
    </fieldset>
  )
}

/** The two rates of a country, with what is proposed for it. */
function RateFields({ form, at, country }: { form: Form; at: number; country: string }) {
  const { tax, coffee } = proposalFor(country)
  const name = countryName(country)
  const hints = {
    standard: tax ? words.usualRate(name, tax.standard / 100) : undefined,
    reduced: words.reducedHints[coffee](name, (tax?.reduced ?? 0) / 100),
  }
  return (
    <div className="selling-pair">
      {(['standard', 'reduced'] as const).map((rate) => (
        <TextField
          key={rate}
          label={words[rate]}
          hint={hints[rate]}
          inputMode="decimal"
          {...registered(form, `tax.${at}.${rate}`, {
            validate: rate === 'reduced' ? optional(rules.percent) : rules.percent,
          })}
        />
      ))}
    </div>
  )
}

/** What the files of a month need to know, in the countries where there is something to know. */
export function AccountingSection({ form }: { form: Form }) {
  const country = useWatch({ control: form.control, name: 'country' })
  if (!EU_COUNTRIES.includes(country)) return null
  return (
    <Section title={words.accounting} more={words.accountingMore}>
      <TextField
        label={words.ossSince}
        hint={words.ossSinceHint}
        type="date"
        {...registered(form, 'accounting.ossSince')}
      />
      {country === DATEV_COUNTRY && <DatevFields form={form} />}
    </Section>
  )
}

function DatevFields({ form }: { form: Form }) {
  const chart = useWatch({ control: form.control, name: 'accounting.chart' })
  return (
    <>
      <div className="selling-pair">
        {(['consultant', 'client'] as const).map((name) => (
          <TextField
            key={name}
            label={words[name]}
            inputMode="numeric"
            {...registered(form, `accounting.${name}`, { validate: optional(rules[name]) })}
          />
        ))}
      </div>
      <OptionField label={words.chart} options={CHARTS} {...registered(form, 'accounting.chart')} />
      <p className="small">{words.accountsMore}</p>
      <div className="selling-pair">
        {ACCOUNT_NAMES.map((name) => (
          <TextField
            key={name}
            label={words.accounts[name]}
            placeholder={USUAL_ACCOUNTS[chart][name]}
            inputMode="numeric"
            {...registered(form, `accounting.accounts.${name}`, { validate: optional(rules.account) })}
          />
        ))}
      </div>
    </>
  )
}
