import { useFieldArray, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { CheckField, TextField } from '#client/ui/fields.tsx'
import { registered } from '#client/ui/settings-form/form-errors.ts'
import { RemoveButton, Section } from '#client/ui/settings-form/section.tsx'
import { rules } from './selling-rules.ts'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

type Form = UseFormReturn<SellingFields>

/** Weekdays in the order of the form. The number of a day is that of `Date.getDay`. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

export function RoastingSection({ form }: { form: Form }) {
  return (
    <Section title={words.roasting} more={words.roastingMore}>
      <fieldset>
        <legend className="mb-1">{words.weekdays}</legend>
        <div className="cluster">
          {WEEK.map((day) => (
            <label key={day} className="icon-text">
              <input
                type="checkbox"
                value={String(day)}
                className="check"
                {...form.register('roasting.weekdays')}
              />
              {words.days[day]}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label={words.cutOff}
        hint={words.cutOffHint}
        type="time"
        {...registered(form, 'roasting.cutOff', { required: words.cutOffRequired })}
      />
      <ClosedDaysFields form={form} />
    </Section>
  )
}

function ClosedDaysFields({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'roasting.closedDays' })
  const error = form.formState.errors.roasting?.closedDays?.root?.message
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1">{words.closedDays}</legend>
      <p className="small">{words.closedDaysHint}</p>
      {fields.map(({ id }, at) => (
        <ClosedRangeFields key={id} form={form} at={at} onRemove={() => remove(at)} />
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
  const from = useWatch({ control: form.control, name: `${path}.from` })
  return (
    <div className="grid gap-1">
      <div className="selling-pair">
        <TextField
          label={words.firstDay}
          type="date"
          {...registered(form, `${path}.from`, {
            validate: (_, { roasting }) => rules.range(roasting.closedDays[at]),
          })}
        />
        <TextField
          label={words.lastDay}
          type="date"
          min={from || undefined}
          {...form.register(`${path}.to`)}
        />
      </div>
      <RemoveButton onClick={onRemove}>{words.removeClosedDays(from)}</RemoveButton>
    </div>
  )
}

export function SubscriptionsSection({ form }: { form: Form }) {
  return (
    <Section title={words.subscriptions} more={words.subscriptionsMore}>
      <CheckField
        label={words.isOffered}
        hint={words.isOfferedHint}
        {...form.register('subscriptions.isOffered')}
      />
      <TextField
        label={words.percentOff}
        hint={words.percentOffHint}
        inputMode="numeric"
        {...registered(form, 'subscriptions.percentOff', { validate: rules.percentOff })}
      />
    </Section>
  )
}
