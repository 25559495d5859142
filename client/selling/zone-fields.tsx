import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { SelectField, TextField } from '#client/ui/fields.tsx'
import { CountriesField } from './countries-field.tsx'
import { LinkButton } from '#client/ui/settings-form/section.tsx'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>

/** The form, and the indexes of a way of delivery and of one of its zones. */
type InZone = { form: Form; method: number; zone: number }

/** The fields of a zone: its countries, its prices and how long a parcel takes. */
export function ZoneFields({ form, method, zone, onRemove }: InZone & { onRemove: () => void }) {
  const path = `methods.${method}.zones.${zone}` as const
  const { register, control, formState } = form
  const errors = formState.errors.methods?.[method]?.zones?.[zone]
  const [zones, currency] = useWatch({ control, name: [`methods.${method}.zones`, 'currency'] })
  const others = zones.filter((_, at) => at !== zone)
  return (
    <fieldset className="selling-zone">
      <legend>{words.zone(zone + 1)}</legend>
      <CountriesField
        control={control}
        name={`${path}.countries`}
        taken={others.flatMap(({ countries }) => countries)}
        error={errors?.countries?.message}
      />
      <RateFields form={form} method={method} zone={zone} />
      <TextField
        label={words.freeFrom(currency)}
        hint={words.freeFromHint}
        inputMode="decimal"
        autoComplete="off"
        error={errors?.freeFrom?.message}
        {...register(`${path}.freeFrom`)}
      />
      <TransitFields form={form} method={method} zone={zone} />
      <LinkButton onClick={onRemove}>{words.removeZone(zone + 1)}</LinkButton>
    </fieldset>
  )
}

/** The fields of a zone's price: its type, and either one price or the steps of a price by weight. */
export function RateFields({ form, method, zone }: InZone) {
  const path = `methods.${method}.zones.${zone}.rate` as const
  const errors = form.formState.errors.methods?.[method]?.zones?.[zone]?.rate
  const [type, currency] = useWatch({ control: form.control, name: [`${path}.type`, 'currency'] })
  return (
    <>
      <SelectField
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
          autoComplete="off"
          error={errors?.price?.message}
          {...form.register(`${path}.price`)}
        />
      )}
    </>
  )
}

/** The fields for the minimum and the maximum number of working days that a parcel takes. */
function TransitFields({ form, method, zone }: InZone) {
  const path = `methods.${method}.zones.${zone}.transitDays` as const
  const errors = form.formState.errors.methods?.[method]?.zones?.[zone]?.transitDays
  return (
    <div className="selling-pair">
      {(['least', 'most'] as const).map((name) => (
        <TextField
          key={name}
          label={words[name]}
          inputMode="numeric"
          autoComplete="off"
          error={errors?.[name]?.message}
          {...form.register(`${path}.${name}`)}
        />
      ))}
    </div>
  )
}

const RATES = Object.entries(words.rates).map(([value, label]) => ({ value, label }))

/** The fields of a price by weight: each step has a maximum weight and a price. */
function Steps({ form, method, zone }: InZone) {
  const path = `methods.${method}.zones.${zone}.rate.steps` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name: path, keyName: 'key' })
  const errors = form.formState.errors.methods?.[method]?.zones?.[zone]?.rate?.steps
  const currency = useWatch({ control: form.control, name: 'currency' })
  return (
    <div className="grid gap-3">
      {fields.map(({ key }, at) => (
        <div key={key} className="grid gap-1">
          <div className="selling-pair">
            <TextField
              label={words.upTo}
              inputMode="numeric"
              autoComplete="off"
              error={errors?.[at]?.upToGrams?.message}
              {...form.register(`${path}.${at}.upToGrams`)}
            />
            <TextField
              label={words.price(currency)}
              inputMode="decimal"
              autoComplete="off"
              error={errors?.[at]?.price?.message}
              {...form.register(`${path}.${at}.price`)}
            />
          </div>
          {fields.length > 1 && (
            <LinkButton onClick={() => remove(at)}>{words.removeStep(at + 1)}</LinkButton>
          )}
        </div>
      ))}
      <LinkButton onClick={() => append({ upToGrams: '', price: '' })}>{words.addStep}</LinkButton>
    </div>
  )
}
