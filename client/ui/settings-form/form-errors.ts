import type { BaseSyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { formWords } from './texts.ts'

/** An error message about a setting, and the path of the setting, such as `methods.0.zones.1.freeFrom`. */
export type SettingError = { field: string; message: string }

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

/** Returns the server's error messages about the settings in the property `within` of the request's body. */
export function errorsOf(error: unknown, within: string): SettingError[] {
  const errors = error instanceof ApiError ? (error.body?.errors ?? []) : []
  return errors.map(({ field, message }) => ({
    field: field.startsWith(`${within}.`) ? field.slice(within.length + 1) : field,
    message: message.charAt(0).toUpperCase() + message.slice(1),
  }))
}

/** Returns the text that is shown under a form after its data was not saved, or may not have been saved. */
export function failureText(error: unknown): string {
  if (!isRefusal(error)) return formWords.perhapsSaved(errorText(error))
  if (error.code === 'settings-changed') return `${errorText(error)} ${formWords.reload}`
  return formWords.notSaved(errorText(error))
}
