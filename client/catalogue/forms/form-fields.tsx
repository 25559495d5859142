import { useQuery } from '@tanstack/react-query'
import type { Control, UseFormRegisterReturn } from 'react-hook-form'
import { usePageState, useShop } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { CheckField, OptionField, TextArea, TextField } from '#client/ui/fields.tsx'
import { proposalFor } from '#contract/selling/country-proposals.ts'
import type { TaxClass } from '#contract/selling/settings.ts'
import { MAX_GRAMS, MAX_STARS } from '#contract/values/limits.ts'
import { exampleAmount } from '#contract/selling/price-problems.ts'
import { labels, specTexts, words } from '../manage/texts.ts'
import type { EntryFields } from './entry-fields.ts'
import { useGreenHint } from './green-words.ts'
import type { EntryFormState } from './use-entry-form.ts'

export type FieldProps = UseFormRegisterReturn & { error: string | undefined }

/** The price in the currency of the shop. A product that has had a price can be announced as reduced. */
export function PriceFields({ state, field }: ChoiceProps) {
  const { currency, defaultValues } = state
  const isNew = !defaultValues?.price
  const isSpecified = useIsSpecified()
  return (
    <>
      <TextField
        label={labels.price}
        hint={words.priceHint(currency, exampleAmount(1250, currency))}
        inputMode="decimal"
        autoComplete="off"
        {...field}
      />
      {!isNew && !isSpecified && (
        <CheckField label={labels.reduced} hint={words.reducedHint} {...state.field('reduced')} />
      )}
    </>
  )
}

type AboutFieldProps = FieldProps & { control: Control<EntryFields>; hint?: string }

/** The description of a product. */
export function AboutField({ control, hint, ...props }: AboutFieldProps) {
  return <TextArea label={labels.about} hint={useGreenHint({ control, name: 'about', hint })} {...props} />
}

const RATTINGS = Array.from({ length: MAX_STARS }, (_, index) => String(index + 1))

/**
 * A select box for a rating of one to five stars (specification section 5). Left out if the shop does not show the stars:
 * then the form has a rating already.
 */
export function RattingField(props: FieldProps) {
  if (!useShop().showsOwnRatings) return null
  return (
    <OptionField
      label={labels.ratting}
      hint={words.rattingHint}
      placeholder={specTexts.selectRatting}
      options={RATTINGS}
      {...props}
    />
  )
}

/**
 * The props of a field with choices from the server. The form registers the field, because fields are validated in the
 * order in which they are registered, and a component of its own would register too late.
 */
export type ChoiceProps = { state: EntryFormState; field: FieldProps }

type PackedFieldsProps = Pick<EntryFormState, 'field'>

/**
 * Returns whether the forms have only the fields of the specification, and its messages (sections 5 and 7), as in a demo
 * shop.
 */
export function useIsSpecified(): boolean {
  return usePageState().settings.demo
}

/** The fields for the weight and the tax class of a coffee or a packet, which the specification does not have. */
export function PackedFields({ field }: PackedFieldsProps) {
  if (useIsSpecified()) return null
  return (
    <>
      <TextField
        label={labels.weight}
        hint={words.weightHint}
        inputMode="numeric"
        autoComplete="off"
        {...field('weight', weightRules)}
      />
      <TaxClassField field={field} />
    </>
  )
}

const CLASSES: TaxClass[] = ['standard', 'reduced', 'zero']

/** The tax class, with the rates of the shop's country once they are loaded. */
function TaxClassField({ field }: PackedFieldsProps) {
  const { data } = useQuery(callQuery('GET /selling'))
  const country = data?.settings.country ?? ''
  const rates = data?.settings.tax.find((row) => row.country === country)
  return (
    <OptionField
      label={labels.taxClass}
      options={CLASSES.map((value) => ({ value, text: words.taxClass(value, rates) }))}
      hint={rates && words.taxHints[proposalFor(country).coffee]}
      {...field('taxClass')}
    />
  )
}

const weightRules = {
  validate: (text: string) => {
    const grams = text.trim()
    const isValid = grams === '' || (/^\d+$/.test(grams) && Number(grams) > 0 && Number(grams) <= MAX_GRAMS)
    return isValid || words.weightProblem(MAX_GRAMS)
  },
}
