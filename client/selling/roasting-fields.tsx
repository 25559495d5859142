import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '#client/ui/fields.tsx'
import { ClosedDaysFields } from './closed-days-fields.tsx'
import type { SellingFields } from './selling-fields.ts'
import { words } from './texts.ts'

/** Weekdays in the order of the form. The number of a day is that of `Date.getDay`. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

export function RoastingFields({ form }: { form: UseFormReturn<SellingFields> }) {
  const { register, formState } = form
  const errors = formState.errors.roasting
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold">{words.weekdays}</legend>
        <div className="cluster">
          {WEEK.map((day) => (
            <label key={day} className="icon-text">
              <input
                type="checkbox"
                value={String(day)}
                className="check"
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
      <ClosedDaysFields form={form} />
    </>
  )
}
