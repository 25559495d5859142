import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { countryName } from '#client/dashboard/selling/country-names.ts'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import { OptionField } from '#client/ui/option-field.tsx'
import { decimalsOf } from '#contract/values/currencies.ts'
import { toMinor } from '#contract/values/money.ts'
import type { DeliveryFields } from './first-method.ts'
import { words } from './texts.ts'

const KINDS = Object.entries(words.kinds).map(([value, text]) => ({ value, text }))

/** The fields of the first way of delivery: a parcel with its price, or a pickup with its place. */
export function FirstMethodFields({ form }: { form: UseFormReturn<DeliveryFields> }) {
  const { register, control, formState } = form
  const [kind, country, currency] = useWatch({ control, name: ['kind', 'country', 'currency'] })
  const example = (4.5).toFixed(decimalsOf(currency))
  return (
    <>
      <OptionField label={words.kind} options={KINDS} {...register('kind')} />
      {kind === 'parcel' ? (
        <TextField
          label={`${words.price} (${currency})`}
          hint={words.priceHint(countryName(country) || words.country)}
          inputMode="decimal"
          autoComplete="off"
          error={formState.errors.price?.message}
          {...register('price', {
            validate: (text) => toMinor(text, currency) !== null || words.notAmount(example),
          })}
        />
      ) : (
        <TextArea
          label={words.place}
          rows={2}
          error={formState.errors.place?.message}
          {...register('place', {
            validate: (text) => text.trim() !== '' || words.placeRequired,
            maxLength: { value: 500, message: words.tooLong(500) },
          })}
        />
      )}
    </>
  )
}
