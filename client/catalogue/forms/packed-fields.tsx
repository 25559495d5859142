import { useQuery } from '@tanstack/react-query'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { TextField } from '#client/ui/fields.tsx'
import { OptionField } from '#client/ui/option-field.tsx'
import { proposalFor } from '#contract/selling/country-proposals.ts'
import type { TaxClass } from '#contract/selling/settings.ts'
import type { NewCoffee } from '#contract/shop-management.ts'
import { MAX_GRAMS } from '#contract/values/limits.ts'
import type { EntryFields, EntryInput, FieldsProps } from '../entries/entry-kind.ts'
import { labels, words } from '../manage/texts.ts'

/** The fields for the weight and the tax class of a coffee or a packet. The form of a demo shop does not have them. */
export function PackedFields({ register, errors }: Omit<FieldsProps, 'initial'>) {
  if (usePageState().settings.demo) return null
  return (
    <>
      <TextField
        label={labels.weight}
        hint={words.weightHint}
        inputMode="numeric"
        autoComplete="off"
        error={errors.weight?.message}
        {...register('weight', weightRules)}
      />
      <TaxClassField register={register} />
    </>
  )
}

const CLASSES: TaxClass[] = ['standard', 'reduced', 'zero']

/** The tax class, with the rates of the shop's country once they are loaded. */
function TaxClassField({ register }: Pick<FieldsProps, 'register'>) {
  const { data } = useQuery(callQuery('GET /selling'))
  const country = data?.settings.country ?? ''
  const rates = data?.settings.tax.find((row) => row.country === country)
  return (
    <OptionField
      label={labels.taxClass}
      options={CLASSES.map((value) => ({ value, text: words.taxClass(value, rates) }))}
      hint={rates && words.taxHints[proposalFor(country).coffee]}
      {...register('taxClass')}
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

/** The weight in grams and the tax class of an entry, in the body of a request. */
type Packed = Pick<NewCoffee, 'weight' | 'taxClass'>

/** Returns the values of the form fields for the weight and the tax class of an entry. */
export function packedFields({
  weight,
  taxClass = 'standard',
}: Packed): Pick<EntryFields, 'weight' | 'taxClass'> {
  return { weight: String(weight ?? ''), taxClass }
}

/**
 * Returns the weight and the tax class for the body of a request. The specification does not mention them, so the
 * weight is left out if it is empty before and after the change, and the tax class if it is the standard class before
 * and after.
 */
export function packedBody({ weight, taxClass }: EntryInput, before: Packed = {}): Packed {
  const grams = weight.trim()
  const hadWeight = typeof before.weight === 'number'
  const isUsual: boolean = taxClass === 'standard' && (before.taxClass ?? STANDARD) === STANDARD
  return {
    ...(grams !== '' && { weight: Number(grams) }),
    ...(grams === '' && hadWeight && { weight: null }),
    ...(!isUsual && { taxClass }),
  }
}

const STANDARD: TaxClass = 'standard'
