import { useId, useRef } from 'react'
import { useController } from 'react-hook-form'
import type { Control, FieldPathByValue } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { described, FieldNotes } from '#client/ui/fields.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { EU_COUNTRIES } from '#contract/selling/country-proposals.ts'
import { countryName, countryOptions } from './names.ts'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

/** The value of the option for all countries of the European Union, which is the code of no country. */
const EU = 'EU'

type CountriesFieldProps = {
  control: Control<SellingFields>
  name: FieldPathByValue<SellingFields, string[]>
  /** Countries that cannot be chosen, because other zones have them. */
  taken: readonly string[]
  error: string | undefined
}

/**
 * A list of countries. One is chosen in a select box, and added with the button beside it or by leaving the select box,
 * so that a country that is chosen is never lost.
 */
export function CountriesField({ control, name, taken, error }: CountriesFieldProps) {
  const id = useId()
  const { field } = useController({ control, name })
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
          {free.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
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

/** The countries of the list, each with a button that removes it. */
function Chosen({ countries, onRemove }: ChosenProps) {
  const named = countries.map((code) => ({ code, name: countryName(code) }))
  return (
    <ul className="selling-chosen" aria-label={words.chosenCountries}>
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
