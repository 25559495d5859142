import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { onSignOut } from '#client/lib/on-sign-out.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import { storedPhoto } from '#client/media/photo.ts'
import type { Photo } from '#client/media/photo.ts'
import type { EntryFields } from '../entries/entry-kind.ts'

/** The unsaved values of a form, in the session storage of the tab. */
export type Draft = Omit<EntryFields, 'photo'> & {
  /** The address of the picture, if it was already uploaded. */
  address: string | null
  /** A picture was chosen but not uploaded, and the page that held it was closed or reloaded. */
  photoLost: boolean
}

/** The chosen pictures of drafts, by key. They are kept when a session is lost, and deleted when the user signs out. */
const photos = new Map<string, Photo>()
onSignOut(() => photos.clear())

/** Returns the storage key of a draft. Every user has a draft for each form, and for each entry being edited. */
export function draftKey(email: string, form: string, id = 'new'): string {
  return `draft ${form} ${id} ${email}`
}

/** Returns the draft that was saved before the form was left or the page was reloaded, or null. */
export function readDraft(key: string): Draft | null {
  return tryStorage(() => {
    const text = sessionStorage.getItem(key)
    if (!text) return null
    // `saveDraft` has written the value.
    const draft = JSON.parse(text) as Draft
    return { ...draft, photoLost: draft.photoLost && !photos.has(key) }
  })
}

/** Saves the values as a draft if they differ from the form's initial values. A browser without storage saves nothing. */
export function saveDraft(key: string, fields: EntryFields, initial: EntryFields): void {
  const draft = toDraft(fields)
  if (JSON.stringify(draft) === JSON.stringify(toDraft(initial))) return deleteDraft(key)
  if (fields.photo?.file) photos.set(key, fields.photo)
  else photos.delete(key)
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

/**
 * Returns a fingerprint of a draft and its picture: at least one of its values changes with every change of the
 * draft.
 */
export function draftFingerprint(key: string): unknown[] {
  const photo = photos.get(key)
  return [JSON.stringify(readDraft(key)), photo?.file, photo?.cut]
}

export function deleteDraft(key: string): void {
  photos.delete(key)
  tryStorage(() => sessionStorage.removeItem(key))
}

/** Returns the values of a form with its draft filled in. */
export function withDraft(initial: EntryFields, key: string, draft: Draft): EntryFields {
  const { address, name, price, brand, about, ratting } = draft
  const stored = address === null ? initial.photo : storedPhoto(address)
  return { photo: photos.get(key) ?? stored, name, price, brand, about, ratting }
}

function toDraft({ photo, name, price, brand, about, ratting }: EntryFields): Draft {
  const photoLost = photo !== null && photo.address === null
  return { name, price, brand, about, ratting, address: photo?.address ?? null, photoLost }
}

/** `restored` is the draft that the form was opened with. */
type DraftOptions = { key: string; initial: EntryFields; restored: Draft | null }

/**
 * Saves a draft after every change of the form. `startAfresh` deletes the draft and resets the form. `isChanged`
 * returns whether the draft differs from the one that the form was opened with.
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
