import { useId, useRef } from 'react'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import type { Control, FieldPathByValue, UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { described, FieldNotes, OptionField, TextField } from '#client/ui/fields.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { LinkButton, RemoveButton } from '#client/ui/settings-form/section.tsx'
import { EU_COUNTRIES } from '#contract/selling/country-proposals.ts'
import { countryName } from '#contract/values/countries.ts'
import { countryOptions } from './names.ts'
import { optional, rules } from './selling-rules.ts'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>

/** The form, and the indexes of a way of delivery and of one of its zones. */
type InZone = { form: Form; method: number; zone: number }

export function ZoneFields({ form, method, zone, onRemove }: InZone & { onRemove: () => void }) {
  const path = `methods.${method}.zones.${zone}` as const
  const [zones, currency] = useWatch({ control: form.control, name: [`methods.${method}.zones`, 'currency'] })
  const others = zones.filter((_, at) => at !== zone)
  return (
    <fieldset className="selling-zone">
      <legend>{words.zone(zone + 1)}</legend>
      <CountriesField
        control={form.control}
        name={`${path}.countries`}
        taken={others.flatMap(({ countries }) => countries)}
      />
      <RateFields form={form} method={method} zone={zone} />
      <TextField
        label={words.freeFrom(currency)}
        hint={words.freeFromHint}
        inputMode="decimal"
        {...registered(form, `${path}.freeFrom`, { validate: optional(rules.amount) })}
      />
      <div className="selling-pair">
        {(['least', 'most'] as const).map((name) => (
          <TextField
            key={name}
            label={words[name]}
            inputMode="numeric"
            {...registered(form, `${path}.transitDays.${name}`, { validate: rules.days })}
          />
        ))}
      </div>
      <RemoveButton onClick={onRemove}>{words.removeZone(zone + 1)}</RemoveButton>
    </fieldset>
  )
}

const RATES = Object.entries(words.rates).map(([value, text]) => ({ value, text }))

function RateFields({ form, method, zone }: InZone) {
  const path = `methods.${method}.zones.${zone}.rate` as const
  const [type, currency] = useWatch({ control: form.control, name: [`${path}.type`, 'currency'] })
  return (
    <>
      <OptionField
        label={words.rate}
        placeholder={words.choose}
        options={RATES}
        {...form.register(`${path}.type`)}
      />
      {type === 'byWeight' ? (
        <Steps form={form} method={method} zone={zone} />
      ) : (
        <TextField
          label={words.price(currency)}
          inputMode="decimal"
          {...registered(form, `${path}.price`, { validate: rules.amount })}
        />
      )}
    </>
  )
}

function Steps({ form, method, zone }: InZone) {
  const path = `methods.${method}.zones.${zone}.rate.steps` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name: path, keyName: 'key' })
  const currency = useWatch({ control: form.control, name: 'currency' })
  return (
    <div className="grid gap-3">
      {fields.map(({ key }, at) => (
        <div key={key} className="grid gap-1">
          <div className="selling-pair">
            <TextField
              label={words.upTo}
              inputMode="numeric"
              {...registered(form, `${path}.${at}.upToGrams`, { validate: rules.grams })}
            />
            <TextField
              label={words.price(currency)}
              inputMode="decimal"
              {...registered(form, `${path}.${at}.price`, { validate: rules.amount })}
            />
          </div>
          {fields.length > 1 && (
            <RemoveButton onClick={() => remove(at)}>{words.removeStep(at + 1)}</RemoveButton>
          )}
        </div>
      ))}
      <LinkButton onClick={() => append({ upToGrams: '', price: '' })}>{words.addStep}</LinkButton>
    </div>
  )
}

/** The value of the option for all countries of the European Union, which is the code of no country. */
const EU = 'EU'

type CountriesFieldProps = {
  control: Control<SellingFields>
  name: FieldPathByValue<SellingFields, string[]>
  /** Countries that cannot be chosen, because other zones have them. */
  taken: readonly string[]
}

/**
 * A list of countries. One is chosen in a select box, and added with the button beside it or by leaving the select box,
 * so that a country that is chosen is never lost.
 */
function CountriesField({ control, name, taken }: CountriesFieldProps) {
  const id = useId()
  const { field, fieldState } = useController({ control, name })
  const error = fieldState.error?.message
  const select = useRef<HTMLSelectElement>(null)
  const countries: readonly string[] = field.value
  const free = countryOptions.filter(({ value }) => ![...countries, ...taken].includes(value))
  const freeOfEu = free.filter(({ value }) => EU_COUNTRIES.includes(value))

  function add() {
    const value = select.current?.value
    if (!select.current || !value) return
    select.current.value = ''
    field.onChange([...countries, ...(value === EU ? freeOfEu.map((option) => option.value) : [value])])
  }

  function remove(country: string) {
    field.onChange(countries.filter((other) => other !== country))
    select.current?.focus()
  }

  return (
    <div className="field">
      <label htmlFor={id}>{words.countries}</label>
      <div className="selling-add">
        <select
          ref={(element) => {
            select.current = element
            field.ref(element)
          }}
          {...described(id, error, words.countriesHint)}
          className="select"
          defaultValue=""
          onBlur={add}
        >
          <option value="">{words.choose}</option>
          {freeOfEu.length > 1 && <option value={EU}>{words.allOfEu}</option>}
          {free.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <Button tone="quiet" onClick={add}>
          {words.addCountry}
        </Button>
      </div>
      <FieldNotes id={id} error={error} hint={words.countriesHint} />
      <Chosen countries={countries} onRemove={remove} />
    </div>
  )
}

type ChosenProps = { countries: readonly string[]; onRemove: (country: string) => void }

function Chosen({ countries, onRemove }: ChosenProps) {
  const named = countries.map((code) => ({ code, name: countryName(code) }))
  return (
    <ul className="flex flex-wrap gap-2" aria-label={words.chosenCountries}>
      {named.length === 0 && <li>{words.restOfWorld}</li>}
      {named
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
        .map(({ code, name }) => (
          <li key={code} className="selling-country">
            {name}
            <button type="button" aria-label={words.removeCountry(name)} onClick={() => onRemove(code)}>
              <Icon path="M6 6l12 12M18 6L6 18" />
            </button>
          </li>
        ))}
    </ul>
  )
}
