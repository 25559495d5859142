import { decode, draw, encode } from './draw-picture.ts'
import { fileProblem, unreadable } from './photo.ts'
import type { Photo } from './photo.ts'

/** The longest side of a preview, in pixels: sharp on a screen with two pixels a point. */
const PREVIEW_SIDE = 960

/**
 * Looks at a chosen file: returns it with its preview, or what is wrong with it in words. The preview is a data
 * address, because the content security policy shows no other kind of local picture.
 */
export async function readPhoto(file: File): Promise<Photo | string> {
  const problem = fileProblem(file)
  if (problem) return problem
  try {
    const picture = await decode(file)
    const { width, height } = picture
    const small = draw(picture, { x: 0, y: 0, width, height }, PREVIEW_SIDE)
    picture.close()
    const preview = await dataAddress(await encode(small, 0.8))
    return { file, preview, address: null, ...(width !== height && { cut: 'crop' }) }
  } catch {
    return unreadable(file)
  }
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
