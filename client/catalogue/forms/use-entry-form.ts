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

/**
 * The props of the form. If `entry` is given, the form edits this entry, otherwise it adds a new entry. `onDone` is
 * called when an edited entry was saved or its changes were discarded.
 */
export type EntryFormProps<Sent> = { kind: EntryKind<Sent>; entry?: Entry<Sent>; onDone?: () => void }

/** The entry that was just added with the form, and links to the next steps. */
export type Added = { name: string; steps: NextStep[] }

/**
 * Returns the state and the functions of a form that adds or edits a catalogue entry: the values, the draft, the
 * submit, and the question that is asked before unsaved changes are lost.
 */
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
    // If the admin left the page while the request was in flight, there is no form to update.
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
   * Deletes the draft and leaves the form. If there is a draft, the admin must confirm this first. `useLeaveGuard`
   * would not ask about a draft from an earlier visit.
   */
  function cancel() {
    if (readDraft(key)) guard.askToDiscard(leave)
    else leave()
  }

  return { form, photo, ...submission, draft, startAfresh, added, guard, onCancel: entry && cancel }
}

/** Moves the focus to the first input of a form. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus()
}

type Opening<Sent> = { kind: EntryKind<Sent>; entry: Entry<Sent> | undefined; key: string }

/**
 * Opens a form with the values of the entry. For a new entry, the values come from the query string of the URL. If
 * there is a draft, its values are used instead.
 */
function useInitialValues<Sent>({ kind, entry, key }: Opening<Sent>) {
  const { search } = useLocation()
  const [start] = useState(() => {
    const { name = '', brand = '' } = entry ? {} : fieldsInQuery(search)
    const initial: EntryFields = entry ? kind.fieldsOf(entry) : { ...NO_FIELDS, name, brand }
    const restored = readDraft(key)
    const values = restored ? withDraft(initial, key, restored) : initial
    // If the draft has no name or no brand, the one in the URL is used.
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

/**
 * Returns a function that sends the entry to the server. The function resolves to true if the server acknowledged the
 * request, and rejects with `ApiError` if the request failed.
 */
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
      // The catalogue is also fetched again after an error. The server may have saved the entry although no response
      // arrived.
      void invalidateCatalogue(client)
    }
  }
}
