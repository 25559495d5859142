import { words } from './texts.ts'

/** How a picture that is not square fills a square: `crop` cuts off its ends, `whole` shows all of it between two bars. */
export type Cut = 'crop' | 'whole'

/**
 * The picture of a form. A picture chosen on this device has a file, with its preview as a data URL. A picture of the
 * shop has an address. A chosen picture that was uploaded has both. `cut` is set for files that are not square.
 */
export type Photo = { file: File | null; preview: string; address: string | null; cut?: Cut }

/** The media types that the server accepts. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/**
 * The `accept` attribute of the file input. It includes HEIC, which some browsers can convert. Other browsers give
 * HEIC files no media type, so the file name extensions are listed, too.
 */
export const CHOOSABLE = [...PICTURE_TYPES, 'image/heic', 'image/heif', '.heic', '.heif'].join()

/** The largest file that can be chosen, in bytes. Large pictures are scaled down before the upload. */
export const MOST_CHOSEN_BYTES = 25 * 1024 * 1024

/** Returns the picture at an address of the shop. */
export function storedPhoto(address: string): Photo {
  return { file: null, preview: address, address }
}

/** Returns the error message for a file that is refused without reading it, or null. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const { name, type, size } = file
  if (!PICTURE_TYPES.includes(type) && !isHeic(file)) return words.wrongType(name)
  if (size === 0) return words.empty(name)
  return size > MOST_CHOSEN_BYTES ? words.tooLarge(name, sizeText(size)) : null
}

/** Returns the error message for a file that the browser cannot decode. */
export function unreadable(file: Pick<File, 'name' | 'type'>): string {
  return isHeic(file) ? words.heic : words.unreadable(file.name)
}

function isHeic({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))
}

/** Returns a number of bytes as text: `340 kB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  if (megabytes >= 1) return `${(Math.ceil(megabytes * 10) / 10).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} kB`
}
