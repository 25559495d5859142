import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { onSignOut } from '#client/lib/on-sign-out.ts'
import { useShop } from '#client/lib/page-state.ts'
import { useLocation } from '#client/lib/router.tsx'
import { tryStorage } from '#client/lib/try-storage.ts'
import { storedPhoto } from '#client/media/photo.ts'
import type { Photo } from '#client/media/photo.ts'
import { MAX_STARS } from '#contract/values/limits.ts'
import { fieldsInQuery } from '../manage/entry-addresses.ts'
import type { EntryFields } from './entry-fields.ts'

/** The unsaved values of a form, kept in the tab's session storage. */
export type Draft = Omit<EntryFields, 'photo'> & {
  /** The URL of the picture if it was already uploaded, otherwise null. */
  address: string | null
  /**
   * In session storage, true if a chosen picture was not uploaded. In the result of `readDraft`, true only if the
   * picture is also no longer in memory, as after a reload of the page.
   */
  photoLost: boolean
}

/**
 * The chosen pictures of drafts, by the storage key of the draft. They stay in memory when the session expires, so
 * that the user can log in again and continue. A sign-out deletes them.
 */
const photos = new Map<string, Photo>()
onSignOut(() => photos.clear())

/**
 * Returns the session storage key of a draft. Each user has one draft for each form that adds an entry, and one for
 * each entry that is being edited.
 */
export function draftKey(email: string, form: string, id = 'new'): string {
  return `draft ${form} ${id} ${email}`
}

/** Returns the draft with this key, or null if there is none or if it cannot be read. */
export function readDraft(key: string): Draft | null {
  return tryStorage(() => {
    const text = sessionStorage.getItem(key)
    if (!text) return null
    // The cast is safe: only `saveDraft` writes a value under this key, and `withDraft` adds what an older draft lacks.
    const draft = JSON.parse(text) as Draft
    return { ...draft, photoLost: draft.photoLost && !photos.has(key) }
  })
}

/**
 * Saves the values of a form as a draft. If they equal the form's initial values, the draft is deleted instead. A
 * browser that forbids session storage causes no error.
 */
export function saveDraft(key: string, fields: EntryFields, initial: EntryFields): void {
  const draft = toDraft(fields)
  if (JSON.stringify(draft) === JSON.stringify(toDraft(initial))) return deleteDraft(key)
  if (fields.photo?.file) photos.set(key, fields.photo)
  else photos.delete(key)
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

export function deleteDraft(key: string): void {
  photos.delete(key)
  tryStorage(() => sessionStorage.removeItem(key))
}

/**
 * Returns the values with which a form is opened: the values of the draft, and the form's initial picture if the
 * draft has no picture.
 */
export function withDraft(initial: EntryFields, key: string, draft: Draft): EntryFields {
  const { address, photoLost: _, ...typed } = draft
  const stored = address === null ? initial.photo : storedPhoto(address)
  // A draft of an older version of this page may lack fields.
  return { ...initial, ...typed, photo: photos.get(key) ?? stored }
}

function toDraft({ photo, ...typed }: EntryFields): Draft {
  return { ...typed, address: photo?.address ?? null, photoLost: photo !== null && photo.address === null }
}

/** The id of the entry that a form edits, or undefined if it adds one, and the values of the entry, or empty ones. */
type Opened = { id?: string | undefined; initial: EntryFields }

/**
 * Opens a form with its draft, or with the values of the entry. The query string of the URL has the name or the brand
 * of a new entry.
 */
export function useOpenedForm({ id, initial: values }: Opened, key: string) {
  const { showsOwnRatings } = useShop()
  const { search } = useLocation()
  const [opening] = useState(() => {
    const asked = id === undefined ? fieldsInQuery(search) : {}
    // Where the stars are not shown, the form does not ask for them, and what they are does not matter.
    const ratting = values.ratting || (showsOwnRatings ? '' : String(MAX_STARS))
    const initial = { ...values, ratting, ...asked }
    const restored = readDraft(key)
    const typed = restored ? withDraft(initial, key, restored) : initial
    return { initial, restored, typed: withAsked(typed, asked) }
  })
  const form = useForm<EntryFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: opening.typed,
  })
  return { form, initial: opening.initial, restored: opening.restored }
}

/**
 * Returns the values with those that the URL asks for where nothing was typed. If the draft is a packet of another coffee, it
 * keeps its size.
 */
function withAsked(typed: EntryFields, asked: ReturnType<typeof fieldsInQuery>): EntryFields {
  const { name = '', brand = '', coffeeId = '' } = asked
  return {
    ...typed,
    name: typed.name || name,
    brand: typed.brand || brand,
    coffeeId: typed.coffeeId || (typed.name ? '' : coffeeId),
  }
}

/** `restored` is the draft with which the form was opened, or null if there was none. */
type DraftOptions = { key: string; initial: EntryFields; restored: Draft | null }

/** Saves a draft after every change of the form's values. `startAfresh` deletes the draft and resets the form. */
export function useDraft(form: UseFormReturn<EntryFields>, { key, initial, restored }: DraftOptions) {
  const [draft, setDraft] = useState(restored)
  const { subscribe, reset } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(key, values, initial),
      }),
    [subscribe, key, initial],
  )
  function startAfresh() {
    reset(initial)
    deleteDraft(key)
    setDraft(null)
  }
  return { draft, startAfresh }
}
