import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from '#client/lib/router.tsx'
import { useSession } from '#client/identity/session.tsx'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { showSuccess } from '#client/ui/toasts.tsx'
import { changeList, invalidateCatalogue } from '../entries/catalogue-cache.ts'
import { fieldsInQuery } from '../entries/entry-addresses.ts'
import { NO_FIELDS } from '../entries/entry-kind.ts'
import type { Entry, EntryFields, EntryInput, EntryKind, NextStep } from '../entries/entry-kind.ts'
import { words } from '../manage/texts.ts'
import { draftKey, readDraft, useDraft, withDraft } from './draft.ts'
import { usePictureField } from './use-picture.ts'
import { useSubmit } from './use-submit.ts'

/** Without `entry` the form adds an entry. With it the form edits the entry, and calls `onDone` when it is saved or left. */
export type EntryFormProps<Sent> = { kind: EntryKind<Sent>; entry?: Entry<Sent>; onDone?: () => void }

/** The entry that the form has just added, and the forms to continue with. */
export type Added = { name: string; steps: NextStep[] }

/** The state of an entry form: its values and draft, the submit, and the question before unsaved changes are left. */
export function useEntryForm<Sent>({ kind, entry, onDone }: EntryFormProps<Sent>) {
  const email = useSession().user?.email ?? ''
  const key = draftKey(email, kind.key, entry?._id)
  const { initial, restored, form } = useInitialValues({ kind, entry, key })
  const { props: photo, waitForFile } = usePictureField(form)
  const { draft, startAfresh, isChanged } = useDraft(form, { key, initial, restored })
  const [added, setAdded] = useState<Added | null>(null)
  const save = useSave(kind, entry)
  const { fieldNames } = kind
  const submission = useSubmit(form, { fieldNames, waitForFile, save, onSaved })

  function onSaved(input: EntryInput, element: HTMLFormElement) {
    startAfresh()
    showSuccess(entry ? words.saved(input.name.trim()) : kind.addedToast(input))
    // The admin may have left the page during the request.
    if (!element.isConnected) return
    if (entry) return onDone?.()
    setAdded({ name: input.name.trim(), steps: kind.nextSteps(input) })
    focusFirstField(element)
  }

  function leave() {
    startAfresh()
    onDone?.()
  }

  const guard = useLeaveGuard(isChanged)

  /**
   * Deletes the draft and leaves the form. Asks first if there is a draft, also one from an earlier visit, about
   * which the leave guard does not ask.
   */
  function cancel() {
    if (readDraft(key)) guard.askToDiscard(leave)
    else leave()
  }

  return { form, photo, ...submission, draft, startAfresh, added, guard, onCancel: entry && cancel }
}

/** Puts the focus into the first field of a form. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus()
}

type Opening<Sent> = { kind: EntryKind<Sent>; entry: Entry<Sent> | undefined; key: string }

/** Opens the form with the values of its entry or of its address, and with the draft if there is one. */
function useInitialValues<Sent>({ kind, entry, key }: Opening<Sent>) {
  const { search } = useLocation()
  const [start] = useState(() => {
    const { name = '', brand = '' } = entry ? {} : fieldsInQuery(search)
    const initial: EntryFields = entry ? kind.fieldsOf(entry) : { ...NO_FIELDS, name, brand }
    const restored = readDraft(key)
    const values = restored ? withDraft(initial, key, restored) : initial
    // The address fills in the fields that the draft left empty.
    return {
      initial,
      restored,
      values: { ...values, name: values.name || name, brand: values.brand || brand },
    }
  })
  const form = useForm<EntryFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: start.values,
  })
  return { ...start, form }
}

/** Returns the function that sends the entry. It resolves to whether the server acknowledged it, and throws `ApiError`. */
function useSave<Sent>(kind: EntryKind<Sent>, entry: Entry<Sent> | undefined) {
  const client = useQueryClient()
  const email = useSession().user?.email ?? ''
  return async (input: EntryInput): Promise<boolean> => {
    const body = kind.bodyOf(input, email, entry)
    try {
      const { acknowledged } = entry ? await kind.put(entry._id, body) : await kind.post(body)
      if (entry && acknowledged) {
        await changeList<Entry<Sent>>(client, kind.listCall, (entries) =>
          entries.map((other) => (other._id === entry._id ? { ...other, ...body } : other)),
        )
      }
      return acknowledged
    } finally {
      // After an error the entry may be saved all the same, for example when the connection was lost.
      void invalidateCatalogue(client)
    }
  }
}
