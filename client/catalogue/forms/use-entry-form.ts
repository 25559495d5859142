import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BaseSyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { errorText, isRefusal } from '#client/lib/api.ts'
import { useSession } from '#client/identity/session.tsx'
import { useCurrency } from '#client/lib/page-state.ts'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import { invalidateCatalogue } from '../manage/catalogue-cache.ts'
import { words } from '../manage/texts.ts'
import type { EntryFields, EntryInput, FieldName } from './entry-fields.ts'
import { fieldErrors } from './field-checks.ts'
import type { CategoryField } from './field-checks.ts'
import { useOpenedForm } from './use-opened-form.ts'
import { usePictureField, usePictureUpload } from './use-picture.ts'

/** A link to the next step, shown after a brand, a coffee or a packet was added. */
type NextStep = { text: string; to: string }

/** What a request to save an entry needs besides the input. `email` is the admin's own. */
export type Saving = { client: QueryClient; email: string }

/** The response to a request that saves an entry. Only a new entry has an `insertedId`. */
type Saved = { acknowledged: boolean; insertedId?: string }

type EntryFormOptions = {
  /** The id of the entry that is edited, or undefined if the form adds one. */
  id?: string | undefined
  /** The values of the edited entry, or empty ones. */
  initial: EntryFields
  category: CategoryField
  /**
   * Sends the entry to the server. Rejects with `ApiError` if the request failed. The catalogue is invalidated
   * afterwards.
   */
  save: (input: EntryInput, saving: Saving) => Promise<Saved>
  addedToast: (input: EntryInput) => string
  nextSteps?: (input: EntryInput, id: string | undefined) => NextStep[]
  /** Called instead of emptying the form when the entry was saved, or when the changes to an entry were discarded. */
  onDone?: (() => void | Promise<void>) | undefined
}

export type EntryFormState = ReturnType<typeof useEntryForm>

/**
 * Returns the state and the functions of a form that adds or edits a brand, a coffee or a packet: the values, the
 * submit, and the question that is asked before unsaved changes are lost.
 */
export function useEntryForm(options: EntryFormOptions) {
  const { id, addedToast, nextSteps, onDone } = options
  const { form, field } = useOpenedForm(options)
  const [added, setAdded] = useState<{ name: string; steps: NextStep[] } | null>(null)
  const submission = useSubmit(form, options, onSaved)
  const { defaultValues, isDirty } = form.formState
  const guard = useLeaveGuard(() => isDirty)

  async function onSaved(input: EntryInput, element: HTMLFormElement, insertedId: string | undefined) {
    // `flushSync` makes the form unchanged at once, so that the guard does not ask when `onDone` leaves the page.
    flushSync(() => form.reset())
    showSuccess(id === undefined ? addedToast(input) : words.saved(input.name.trim()))
    // If the admin left the page while the request was in flight, there is no form to update.
    if (!element.isConnected) return
    if (onDone) return onDone()
    setAdded({ name: input.name.trim(), steps: nextSteps?.(input, insertedId) ?? [] })
    element.querySelector('input')?.focus()
  }

  /** Leaves the form. The admin must confirm it if there are unsaved changes. */
  function cancel() {
    const leave = () => void onDone?.()
    if (isDirty) guard.ask(leave)
    else leave()
  }

  const onCancel = id === undefined ? undefined : cancel
  const { control, getValues, setValue } = form
  const currency = useCurrency()
  return {
    field,
    control,
    getValues,
    setValue,
    currency,
    defaultValues,
    added,
    guard,
    onCancel,
    ...submission,
  }
}

type OnSaved = (input: EntryInput, form: HTMLFormElement, insertedId: string | undefined) => Promise<void>

/**
 * Returns a function `submit`, which uploads the picture of the form, and then sends the entry with the picture's URL.
 * The form keeps all values until the entry is saved. A second submit does not upload the same picture again.
 */
function useSubmit(form: UseFormReturn<EntryFields>, { save, category }: EntryFormOptions, onSaved: OnSaved) {
  const client = useQueryClient()
  const email = useSession().user?.email ?? ''
  const [failure, setFailure] = useState<string | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const { props: photo, waitForFile } = usePictureField(form)
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

  async function send({ photo: chosen, ...typed }: EntryFields, event?: BaseSyntheticEvent) {
    setFailure(null)
    const img = chosen && (await attempt(() => upload(chosen)))
    if (img === null) return
    const input = { ...typed, img }
    const answer = await attempt(() => save(input, { client, email }), words.perhapsSaved)
    // The catalogue is also fetched again after an error. The server may have saved the entry although no response
    // arrived.
    void invalidateCatalogue(client)
    if (answer?.acknowledged === false) setFailure(words.notSaved(words.notAcknowledged))
    if (answer?.acknowledged) await onSaved(input, event?.target, answer.insertedId)
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
      for (const [name, message] of fieldErrors(error, category)) showFieldError(name, message)
      const text = isRefusal(error) ? words.notSaved : doubtText
      setFailure(text(errorText(error)))
      return null
    }
  }

  function showFieldError(name: FieldName, message: string) {
    if (name === 'photo') forgetUpload(form)
    form.setError(name, { message }, { shouldFocus: true })
  }

  return { photo, submit, isBusy: isWaiting || form.formState.isSubmitting, failure, progress }
}

/**
 * Makes the next submit upload the picture again, because the server no longer has the uploaded picture. A picture
 * without a file is removed, so the user must choose another picture.
 */
function forgetUpload({ getValues, setValue }: UseFormReturn<EntryFields>): void {
  const photo = getValues('photo')
  setValue('photo', photo?.file ? { ...photo, address: null } : null)
}
