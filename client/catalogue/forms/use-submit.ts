import { useState } from 'react'
import type { BaseSyntheticEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { errorText, isRefusal } from '#client/lib/api.ts'
import type { EntryFields, EntryInput, EntryKind, FieldName } from '../entries/entry-kind.ts'
import { words } from '../manage/texts.ts'
import { fieldErrors } from './field-checks.ts'
import { usePictureUpload } from './use-picture.ts'

type SubmitOptions = {
  fieldNames: EntryKind<never>['fieldNames']
  /** Waits until the chosen picture file has been read. Resolves to false if the file was refused. */
  waitForFile: () => Promise<boolean>
  /**
   * Sends the entry to the server. Resolves to true if the server acknowledged the request, and rejects with
   * `ApiError` if the request failed.
   */
  save: (input: EntryInput) => Promise<boolean>
  /** Called after the server has saved the entry. The form is busy until the returned promise settles. */
  onSaved: (input: EntryInput, form: HTMLFormElement) => void | Promise<void>
}

/**
 * Returns a function `submit`, which uploads the picture of a form, and then sends the entry with the picture's URL.
 * The form keeps all values until the entry is saved. A second submit does not upload the same picture again.
 */
export function useSubmit(form: UseFormReturn<EntryFields>, options: SubmitOptions) {
  const { fieldNames, waitForFile, save, onSaved } = options
  const [failure, setFailure] = useState<string | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const { progress, upload } = usePictureUpload(form)

  /**
   * Waits for the picture file before the form is validated. Reading a large file takes a moment, and the entry must
   * not be saved without the picture that was just chosen.
   */
  async function submit(event: BaseSyntheticEvent) {
    event.preventDefault()
    if (isWaiting) return
    setIsWaiting(true)
    const isRead = await waitForFile()
    setIsWaiting(false)
    if (isRead) await form.handleSubmit(send)(event)
  }

  async function send({ photo, ...typed }: EntryFields, event?: BaseSyntheticEvent) {
    setFailure(null)
    const img = photo && (await attempt(() => upload(photo)))
    if (img === null) return
    const input = { ...typed, img }
    const acknowledged = await attempt(() => save(input), words.perhapsSaved)
    if (acknowledged === false) setFailure(words.notSaved(words.notAcknowledged))
    if (acknowledged) await onSaved(input, event?.target)
  }

  /**
   * Calls `act`, and resolves to its result. If `act` rejects, resolves to null and shows the error under the form,
   * and under the fields that the server's response names. `doubtText` builds the message for errors after which the
   * entry may have been saved.
   */
  async function attempt<T>(act: () => Promise<T>, doubtText = words.notSaved): Promise<T | null> {
    try {
      return await act()
    } catch (error) {
      for (const [name, message] of fieldErrors(error, fieldNames)) showFieldError(name, message)
      const text = isRefusal(error) ? words.notSaved : doubtText
      setFailure(text(errorText(error)))
      return null
    }
  }

  function showFieldError(name: FieldName, message: string) {
    if (name === 'photo') forgetUpload(form)
    form.setError(name, { message }, { shouldFocus: true })
  }

  return { submit, isBusy: isWaiting || form.formState.isSubmitting, failure, progress }
}

/**
 * Makes the next submit upload the picture again, because the server no longer has the uploaded picture. A picture
 * without a file is removed, so the user must choose another picture.
 */
function forgetUpload({ getValues, setValue }: UseFormReturn<EntryFields>): void {
  const photo = getValues('photo')
  setValue('photo', photo?.file ? { ...photo, address: null } : null)
}
