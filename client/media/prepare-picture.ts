import { MOST_UPLOAD_BYTES } from '#contract/media.ts'
import { decode, draw, encode, middleSquare } from './draw-picture.ts'
import { PICTURE_TYPES } from './photo.ts'
import type { Cut } from './photo.ts'

/** The longest side that is uploaded, in pixels: twice what the shop keeps. */
const MOST_SIDE = 2400

/** The qualities tried until the picture is small enough. */
const QUALITIES = [0.9, 0.7, 0.4]

/**
 * Makes the file that is uploaded: cropped if that was chosen, and within the size that the shop takes. A file that
 * needs nothing of it is returned as it is. Rejects when this browser cannot decode or encode it.
 */
export async function preparePicture(file: File, cut?: Cut): Promise<File> {
  const picture = await decode(file)
  try {
    const { width, height } = picture
    const needsCrop = cut === 'crop' && width !== height
    if (!needsCrop && isTaken(file) && Math.max(width, height) <= MOST_SIDE) return file
    const canvas = draw(picture, needsCrop ? middleSquare(picture) : { x: 0, y: 0, width, height }, MOST_SIDE)
    return named(await encodeWithin(canvas), file.name)
  } finally {
    picture.close()
  }
}

function isTaken({ type, size }: File): boolean {
  return PICTURE_TYPES.includes(type) && size <= MOST_UPLOAD_BYTES
}

async function encodeWithin(canvas: OffscreenCanvas): Promise<Blob> {
  for (const quality of QUALITIES) {
    const blob = await encode(canvas, quality)
    if (blob.size <= MOST_UPLOAD_BYTES) return blob
  }
  throw new Error('The picture could not be made small enough')
}

function named(blob: Blob, name: string): File {
  return new File([blob], `${name.replace(/\.\w+$/, '')}.${blob.type.replace('image/', '')}`, {
    type: blob.type,
  })
}
