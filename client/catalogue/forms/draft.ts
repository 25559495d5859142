import { onSignOut } from '#client/lib/on-sign-out.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import { storedPhoto } from '#client/media/photo.ts'
import type { Photo } from '#client/media/photo.ts'
import type { ProductFields } from './product-fields.ts'

/** What was typed into a form, and its picture as far as it is still known. */
export type Draft = Omit<ProductFields, 'photo'> & {
  /** The picture's address where it had been uploaded already. */
  address: string | null
  /** A picture was chosen that only the page knew, and that page is gone. */
  photoLost: boolean
}

/** Chosen pictures outlast a form that somebody is led away from to log in again, but nobody's signing out. */
const photos = new Map<string, Photo>()
onSignOut(() => photos.clear())

/** Where a form's draft is kept: for one person, and for one entry where an entry is edited. */
export function draftKey(email: string, form: string, id = 'new'): string {
  return `draft ${form} ${id} ${email}`
}

/** What this tab had typed before the form was left or the page loaded again, or null. */
export function readDraft(key: string): Draft | null {
  return tryStorage(() => {
    const text = sessionStorage.getItem(key)
    if (!text) return null
    // Written by `keepDraft`.
    const draft = JSON.parse(text) as Draft
    return { ...draft, photoLost: draft.photoLost && !photos.has(key) }
  })
}

/** Keeps what differs from the untouched form; a browser that keeps nothing is no reason to stop somebody typing. */
export function keepDraft(key: string, fields: ProductFields, untouched: ProductFields): void {
  const draft = toDraft(fields)
  if (JSON.stringify(draft) === JSON.stringify(toDraft(untouched))) return dropDraft(key)
  keepPhoto(key, fields.photo)
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

/** What to compare to see whether the draft, its picture included, has changed since. */
export function draftMarks(key: string): unknown[] {
  const photo = photos.get(key)
  return [JSON.stringify(readDraft(key)), photo?.file, photo?.cut]
}

export function dropDraft(key: string): void {
  photos.delete(key)
  tryStorage(() => sessionStorage.removeItem(key))
}

/** The form with the draft of this key in it. */
export function withDraft(untouched: ProductFields, key: string, draft: Draft): ProductFields {
  const { address, name, price, brand, about, ratting } = draft
  const stored = address === null ? untouched.photo : storedPhoto(address)
  return { photo: photos.get(key) ?? stored, name, price, brand, about, ratting }
}

function keepPhoto(key: string, photo: Photo | null): void {
  if (photo?.file) photos.set(key, photo)
  else photos.delete(key)
}

function toDraft({ photo, name, price, brand, about, ratting }: ProductFields): Draft {
  const photoLost = photo !== null && photo.address === null
  return { name, price, brand, about, ratting, address: photo?.address ?? null, photoLost }
}
