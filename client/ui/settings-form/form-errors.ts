import type { BaseSyntheticEvent } from 'react'
import { get } from 'react-hook-form'
import type { FieldError, FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'
import type { FieldError as SentFieldError } from '#contract/errors.ts'
import { ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { formWords } from './texts.ts'

type Form<F extends FieldValues> = Pick<UseFormReturn<F>, 'clearErrors' | 'handleSubmit'>

/**
 * Returns the handler that validates the form and saves it. The errors of the last save are removed first: React Hook
 * Form keeps those at paths without a field, and would never save the form again.
 */
export function submitOf<F extends FieldValues>(
  form: Form<F>,
  save: (fields: F) => Promise<void>,
  onInvalid: () => void,
): (event?: BaseSyntheticEvent) => Promise<void> {
  const submit = form.handleSubmit(save, onInvalid)
  return (event) => {
    form.clearErrors()
    return submit(event)
  }
}

/**
 * Where a form shows the server's errors: the property of the request's body, and the path of the field for a
 * setting.
 */
type Shown = { within: string; pathOf: (setting: string) => string }

/** Shows the server's error messages at the fields of a form, and focuses the first one. */
export function showErrors<F extends FieldValues>(
  form: UseFormReturn<F>,
  error: unknown,
  { within, pathOf }: Shown,
): void {
  showFieldErrors(form, sentErrors(error), { within, pathOf })
}

/** Returns what the server has said about the fields of a request's body, in sentences. */
export function sentErrors(error: unknown): SentFieldError[] {
  const sent = error instanceof ApiError ? (error.body?.errors ?? []) : []
  return sent.map(({ field, message }) => ({ field, message: asSentence(message) }))
}

function asSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1)
}

/** Does the same with error messages that were found in the browser. */
export function showFieldErrors<F extends FieldValues>(
  form: UseFormReturn<F>,
  errors: readonly SentFieldError[],
  { within, pathOf }: Shown,
): void {
  for (const [at, { field, message }] of errors.entries()) {
    const setting = field.startsWith(`${within}.`) ? field.slice(within.length + 1) : field
    // cast: the server names fields by the same paths as the form.
    form.setError(
      pathOf(setting) as FieldPath<F>,
      { message: asSentence(message) },
      { shouldFocus: at === 0 },
    )
  }
}

/** Returns the text that is shown under a form after its data was not saved, or may not have been saved. */
export function failureText(error: unknown): string {
  if (!isRefusal(error)) return formWords.perhapsSaved(errorText(error))
  if (error.code === 'settings-changed') return `${errorText(error)} ${formWords.reload}`
  return formWords.notSaved(errorText(error))
}

/** Returns the props of an input for a field of a form: those of React Hook Form, and its error message. */
export function registered<F extends FieldValues, N extends FieldPath<F>>(
  form: UseFormReturn<F>,
  name: N,
  options?: RegisterOptions<F, N>,
) {
  const error: FieldError | undefined = get(form.formState.errors, name)
  return { ...form.register(name, options), error: error?.message }
}
