import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { onSignOut } from '#client/lib/on-sign-out.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import { storedPhoto } from '#client/media/photo.ts'
import type { Photo } from '#client/media/photo.ts'
import type { EntryFields } from '../entries/entry-kind.ts'

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

/**
 * Returns a list of values that describes a draft and its picture. If the draft has changed since an earlier call, at
 * least one of the values is different.
 */
export function draftFingerprint(key: string): unknown[] {
  const photo = photos.get(key)
  return [JSON.stringify(readDraft(key)), photo?.file, photo?.cut]
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
  const { address, name, price, brand, about, ratting } = draft
  const stored = address === null ? initial.photo : storedPhoto(address)
  // A draft that an older version of this page has saved lacks the weight and the tax class.
  const { weight, taxClass } = { ...initial, ...draft }
  const typed = { name, price, brand, about, ratting, weight, taxClass }
  return { photo: photos.get(key) ?? stored, ...typed }
}

function toDraft({ photo, ...fields }: EntryFields): Draft {
  const { name, price, brand, about, ratting, weight, taxClass } = fields
  const photoLost = photo !== null && photo.address === null
  const typed = { name, price, brand, about, ratting, weight, taxClass }
  return { ...typed, address: photo?.address ?? null, photoLost }
}

/** `restored` is the draft with which the form was opened, or null if there was none. */
type DraftOptions = { key: string; initial: EntryFields; restored: Draft | null }

/**
 * Saves a draft after every change of the form's values. `startAfresh` deletes the draft and resets the form.
 * `isChanged` returns true if the draft has changed since the form was opened or reset.
 */
export function useDraft(form: UseFormReturn<EntryFields>, { key, initial, restored }: DraftOptions) {
  const [draft, setDraft] = useState(restored)
  const [opened, setOpened] = useState(() => draftFingerprint(key))
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
    setOpened(draftFingerprint(key))
  }
  function isChanged() {
    return draftFingerprint(key).some((value, index) => value !== opened[index])
  }
  return { draft, startAfresh, isChanged }
}
