import { MOST_PIXELS, MOST_UPLOAD_BYTES } from '#contract/media.ts'
import { words } from './texts.ts'

/**
 * The picture of a form: a file of this device with its preview as a data address, the address it has in the shop
 * once it is there, or both.
 */
export type Photo = { file: File | null; preview: string; address: string | null }

/** What the shop takes, as the media types that browsers give to files. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** A picture that the shop has already. */
export function storedPhoto(address: string): Photo {
  return { file: null, preview: address, address }
}

/** What is wrong with a file before anything of it is read, or null. */
export function fileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!PICTURE_TYPES.includes(type)) return words.wrongType(name)
  if (size === 0) return words.empty(name)
  return size > MOST_UPLOAD_BYTES ? words.tooLarge(name, sizeText(size)) : null
}

/** What is wrong with a picture of this width and height in pixels, or null. */
export function pixelProblem(name: string, { width, height }: { width: number; height: number }): string | null {
  return width * height > MOST_PIXELS ? words.tooManyPixels(name) : null
}

/** Bytes as a person says them: `340 kB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  if (megabytes >= 1) return `${(Math.ceil(megabytes * 10) / 10).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} kB`
}
