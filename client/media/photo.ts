import { words } from './texts.ts'

/** How a picture that is not square becomes square: its middle is cut out, or all of it is shown between two bars. */
export type Cut = 'crop' | 'whole'

/**
 * The picture of a form: a file of this device with its preview as a data address, the address it has in the shop
 * once it is there, or both. `cut` is there for a file that is not square.
 */
export type Photo = { file: File | null; preview: string; address: string | null; cut?: Cut }

/** What the shop takes, as the media types that browsers give to files. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** What can be chosen: also HEIC, which some browsers can read. Others give such files no type, so it is named by its endings. */
export const CHOOSABLE = [...PICTURE_TYPES, 'image/heic', 'image/heif', '.heic', '.heif'].join()

/** Largest file that can be chosen, in bytes. It is made smaller before it is uploaded. */
export const MOST_CHOSEN_BYTES = 25 * 1024 * 1024

/** A picture that the shop has already. */
export function storedPhoto(address: string): Photo {
  return { file: null, preview: address, address }
}

/** What is wrong with a file before anything of it is read, or null. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const { name, type, size } = file
  if (!PICTURE_TYPES.includes(type) && !isHeic(file)) return words.wrongType(name)
  if (size === 0) return words.empty(name)
  return size > MOST_CHOSEN_BYTES ? words.tooLarge(name, sizeText(size)) : null
}

/** What to say about a file that this browser cannot decode. */
export function unreadable(file: Pick<File, 'name' | 'type'>): string {
  return isHeic(file) ? words.heic : words.unreadable(file.name)
}

function isHeic({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))
}

/** Bytes as a person says them: `340 kB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  if (megabytes >= 1) return `${(Math.ceil(megabytes * 10) / 10).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} kB`
}
