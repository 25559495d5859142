import { useState } from 'react'
import type { BaseSyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, errorText } from '#client/lib/api.ts'

/** The state of a form that is saved, and its submit handler. */
export type Saving = {
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  /** The error of the last attempt. */
  failure: string | null
  isBusy: boolean
}

/**
 * Returns the submit handler of a form, and the error of the last attempt. `save` sends the fields to the server, and
 * rejects with `ApiError` if they were not saved.
 */
export function useSaving<F extends FieldValues>(
  form: UseFormReturn<F>,
  save: (fields: F) => Promise<void>,
): Saving {
  const [failure, setFailure] = useState<string | null>(null)
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      await save(fields)
    } catch (error) {
      setFailure(textOf(error))
    }
  })
  return { submit, failure, isBusy: form.formState.isSubmitting }
}

/** Returns the text of an error, with the first message about a field, because the server's title names no field. */
function textOf(error: unknown): string {
  const [first] = error instanceof ApiError ? (error.body?.errors ?? []) : []
  return first ? `${errorText(error)} ${first.field} ${first.message}.` : errorText(error)
}
