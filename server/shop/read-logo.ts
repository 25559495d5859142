import { buffer } from 'node:stream/consumers'
import { IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'
import type { ImageStore } from '#server/media/image-store.ts'

/**
 * Reads the largest file of an uploaded logo from the picture store. Returns null if there is no logo, and for a logo at
 * an image hosting service: the server loads nothing from other sites.
 */
export async function readLogo(logo: string, store: ImageStore): Promise<Buffer | null> {
  const image = parseImageAddress(logo)
  const file = image && (await store.find(`${image.id}-${Math.max(...IMAGE_WIDTHS)}.webp`))
  return file && buffer(file.read())
}
