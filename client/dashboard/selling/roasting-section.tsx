import type { UseFormReturn } from 'react-hook-form'
import { TextArea, TextField } from '#client/ui/fields.tsx'
import { Section } from '../forms/section.tsx'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

/** Weekdays in the order of the form. The number of a day is that of `Date.getDay`. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

/** The roast days, the cut-off and the closed days. */
export function RoastingSection({ form }: { form: UseFormReturn<SellingFields> }) {
  const { register, formState } = form
  const errors = formState.errors.roasting
  return (
    <Section title={words.roasting} more={words.roastingMore}>
      <fieldset>
        <legend className="mb-1 font-semibold">{words.weekdays}</legend>
        <div className="cluster">
          {WEEK.map((day) => (
            <label key={day} className="icon-text">
              <input
                type="checkbox"
                value={String(day)}
                className="selling-check"
                {...register('roasting.weekdays')}
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
        error={errors?.cutOff?.message}
        {...register('roasting.cutOff')}
      />
      <TextArea
        label={words.closedDays}
        hint={words.closedDaysHint}
        rows={4}
        error={errors?.closedDays?.message}
        {...register('roasting.closedDays')}
      />
    </Section>
  )
}
