import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

type Form<F extends FieldValues> = Pick<UseFormReturn<F>, 'getValues' | 'reset' | 'setValue'>

/** The values of a form when a request was sent with them, and what the server has saved then. */
type Saved<F> = { sent: F; saved: F }

/**
 * Makes `saved` the saved values of the form, and shows them. If the user has typed something since the values were sent,
 * the fields keep their text, and the form has unsaved changes.
 */
export function markSaved<F extends FieldValues>(form: Form<F>, { sent, saved }: Saved<F>): void {
  const typed = form.getValues()
  const hasTyped = JSON.stringify(typed) !== JSON.stringify(sent)
  form.reset(saved, { keepValues: hasTyped })
  if (!hasTyped) return
  // `reset` marks the form as unchanged. Setting any field to its own value makes React Hook Form compare all fields.
  // cast: the keys of the values are paths of fields.
  const [name] = Object.keys(typed) as Path<F>[]
  if (name) form.setValue(name, form.getValues(name), { shouldDirty: true })
}
