import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { LinkButton } from '#client/ui/settings-form/section.tsx'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>

/** The closed days: ranges of dates, each with a button that removes it. */
export function ClosedDaysFields({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'roasting.closedDays',
    keyName: 'key',
  })
  const error = form.formState.errors.roasting?.closedDays?.root?.message
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{words.closedDays}</legend>
      <p className="small">{words.closedDaysHint}</p>
      {fields.map(({ key }, at) => (
        <ClosedRangeFields key={key} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      {error && <p className="field-error">{error}</p>}
      <p>
        <Button tone="quiet" onClick={() => append({ from: '', to: '' })}>
          {words.addClosedDays}
        </Button>
      </p>
    </fieldset>
  )
}

function ClosedRangeFields({ form, at, onRemove }: { form: Form; at: number; onRemove: () => void }) {
  const path = `roasting.closedDays.${at}` as const
  const { register, control, formState } = form
  const from = useWatch({ control, name: `${path}.from` })
  return (
    <div className="grid gap-1">
      <div className="selling-pair">
        <TextField
          label={words.firstDay}
          type="date"
          error={formState.errors.roasting?.closedDays?.[at]?.from?.message}
          {...register(`${path}.from`)}
        />
        <TextField label={words.lastDay} type="date" min={from || undefined} {...register(`${path}.to`)} />
      </div>
      <LinkButton onClick={onRemove}>{words.removeClosedDays(from)}</LinkButton>
    </div>
  )
}
