import { words } from './texts.ts'

/**
 * How a picture that is not square is fitted into a square. `crop` cuts off both ends of its longer side. `whole` shows
 * the whole picture, with bars on two sides.
 */
export type Cut = 'crop' | 'whole'

/**
 * The picture of a form. For a file that was chosen on this device, `file` is set and `preview` is a data URL. For a
 * picture that is stored in the shop, `address` is its URL. `file` and `address` are both set if the chosen file was
 * uploaded. `cut` is set if the chosen picture is not square.
 */
export type Photo = { file: File | null; preview: string; address: string | null; cut?: Cut }

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/**
 * The `accept` attribute of the file input. It contains HEIC, because some browsers can decode HEIC files. Other
 * browsers do not know the media type of these files, so the file name extensions are listed, too.
 */
export const CHOOSABLE = [...PICTURE_TYPES, 'image/heic', 'image/heif', '.heic', '.heif'].join()

/**
 * The maximum size of a file that the user can choose, in bytes. It is higher than the server's limit, because large
 * pictures are scaled down before the upload.
 */
export const MAX_CHOSEN_BYTES = 25 * 1024 * 1024

/** Returns a `Photo` for a picture that is stored in the shop. `address` is the URL of the picture. */
export function storedPhoto(address: string): Photo {
  return { file: null, preview: address, address }
}

/**
 * Returns an error message if a file has the wrong type, is empty or is too large, otherwise null. The contents of
 * the file are not read.
 */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const { name, type, size } = file
  if (!PICTURE_TYPES.includes(type) && !isHeic(file)) return words.wrongType(name)
  if (size === 0) return words.empty(name)
  return size > MAX_CHOSEN_BYTES ? words.tooLarge(name, sizeText(size)) : null
}

export function unreadable(file: Pick<File, 'name' | 'type'>): string {
  return isHeic(file) ? words.heic : words.unreadable(file.name)
}

function isHeic({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))
}

/** Formats a number of bytes as a text such as `340 kB` or `1.2 MB`. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  if (megabytes >= 1) return `${(Math.ceil(megabytes * 10) / 10).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} kB`
}
