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
  /** Waits until the chosen picture is read. Resolves to false if it was refused. */
  waitForFile: () => Promise<boolean>
  /** Sends the entry. Resolves to whether the server acknowledged it, and throws `ApiError`. */
  save: (input: EntryInput) => Promise<boolean>
  /** Called after the entry was saved. */
  onSaved: (input: EntryInput, form: HTMLFormElement) => void
}

/**
 * Submits a form in two steps: it uploads the picture, and then sends the entry with the address of the picture. All
 * values stay in the form until the entry is saved. A picture that was uploaded is not uploaded again.
 */
export function useSubmit(form: UseFormReturn<EntryFields>, options: SubmitOptions) {
  const { fieldNames, waitForFile, save, onSaved } = options
  const [failure, setFailure] = useState<string | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const { progress, upload } = usePictureUpload(form)

  /** Reading a large picture takes a moment, and the entry must not be saved without the picture just chosen. */
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
    if (acknowledged) onSaved(input, event?.target)
  }

  /**
   * Resolves to null if `act` throws, and shows the error: under the field if the server names one, and under the
   * form. `doubtText` is the text for errors that leave open whether the entry was saved.
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

/** Makes the next submit upload the picture again, because the server no longer has the uploaded one. */
function forgetUpload({ getValues, setValue }: UseFormReturn<EntryFields>): void {
  const photo = getValues('photo')
  setValue('photo', photo?.file ? { ...photo, address: null } : null)
}
