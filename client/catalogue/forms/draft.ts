import { storedPhoto } from '#client/media/photo.ts'
import type { ProductFields } from './product-fields.ts'

/** What was typed into a form, and the address of its picture where that had been uploaded already. */
export type Draft = Omit<ProductFields, 'photo'> & {
  address: string | null
  /** A picture was chosen that only the page knew. */
  photoLost: boolean
}

/** Where a form's draft is kept: for one person, and for one entry where an entry is edited. */
export function draftKey(email: string, form: string, id = 'new'): string {
  return `draft ${form} ${id} ${email}`
}

/** What this tab had typed before a reload, or null. */
export function readDraft(key: string): Draft | null {
  try {
    const text = sessionStorage.getItem(key)
    // Written by `keepDraft`.
    return text ? (JSON.parse(text) as Draft) : null
  } catch {
    return null
  }
}

/** Keeps what differs from the untouched form; a browser that keeps nothing is no reason to stop somebody typing. */
export function keepDraft(key: string, fields: ProductFields, untouched: ProductFields): void {
  const draft = toDraft(fields)
  if (JSON.stringify(draft) === JSON.stringify(toDraft(untouched))) return dropDraft(key)
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or forbidden.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Forbidden.
  }
}

/** The form with its draft in it. */
export function withDraft(untouched: ProductFields, draft: Draft): ProductFields {
  const { address, name, price, brand, about, ratting } = draft
  return { photo: address === null ? untouched.photo : storedPhoto(address), name, price, brand, about, ratting }
}

function toDraft({ photo, name, price, brand, about, ratting }: ProductFields): Draft {
  const photoLost = photo !== null && photo.address === null
  return { name, price, brand, about, ratting, address: photo?.address ?? null, photoLost }
}
