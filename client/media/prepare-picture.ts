import { MAX_UPLOAD_BYTES } from '#contract/media.ts'
import { decode, draw, encode, middleSquare } from './draw-picture.ts'
import { PICTURE_TYPES } from './photo.ts'
import type { Cut } from './photo.ts'

/**
 * The maximum length of a side of an uploaded picture, in pixels. It is twice the side of the largest picture that the
 * server stores.
 */
const MAX_SIDE = 2400

/** The quality settings of the encoder, from 0 to 1. They are tried in this order until the file is small enough. */
const QUALITIES = [0.9, 0.7, 0.4]

/**
 * Returns the file to upload. The picture is cropped to a square if `cut` is `crop`. A picture that has too many bytes
 * or too long a side, or a type that the server does not accept, is scaled down if necessary and encoded again. A file
 * that needs no change is returned unchanged. Rejects if the browser cannot decode or encode the picture, or cannot
 * make it small enough.
 */
export async function preparePicture(file: File, cut?: Cut): Promise<File> {
  const picture = await decode(file)
  try {
    const { width, height } = picture
    const needsCrop = cut === 'crop' && width !== height
    if (!needsCrop && isAccepted(file) && Math.max(width, height) <= MAX_SIDE) return file
    const canvas = draw(picture, needsCrop ? middleSquare(picture) : { x: 0, y: 0, width, height }, MAX_SIDE)
    return named(await encodeWithin(canvas), file.name)
  } finally {
    picture.close()
  }
}

function isAccepted({ type, size }: File): boolean {
  return PICTURE_TYPES.includes(type) && size <= MAX_UPLOAD_BYTES
}

async function encodeWithin(canvas: OffscreenCanvas): Promise<Blob> {
  for (const quality of QUALITIES) {
    const blob = await encode(canvas, quality)
    if (blob.size <= MAX_UPLOAD_BYTES) return blob
  }
  throw new Error('The picture could not be made small enough')
}

function named(blob: Blob, name: string): File {
  return new File([blob], `${name.replace(/\.\w+$/, '')}.${blob.type.replace('image/', '')}`, {
    type: blob.type,
  })
}
