import { MAX_UPLOAD_BYTES } from '#contract/media.ts'
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

type Size = { width: number; height: number }

/** A rectangular part of a picture, in pixels. `x` and `y` are its top left corner. */
type Area = Size & { x: number; y: number }

/**
 * Decodes a picture file, and rotates the picture as its EXIF orientation says. Rejects if the browser cannot decode
 * the file.
 */
export function decode(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: 'from-image' })
}

function middleSquare({ width, height }: Size): Area {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), width: side, height: side }
}

/**
 * Draws a part of a picture to a new canvas. The part is scaled down if necessary, so that no side of the canvas is
 * longer than `max` pixels.
 */
export function draw(picture: ImageBitmap, area: Area, max: number): OffscreenCanvas {
  const { width, height } = within(area, max)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
  return canvas
}

/**
 * Encodes a canvas as WebP. Browsers that cannot encode WebP, such as Safari, encode it as JPEG, and its transparent
 * parts become white. Without this fallback, these browsers would produce a far larger PNG file.
 */
export async function encode(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  if (webp.type === 'image/webp') return webp
  const context = canvas.getContext('2d')
  if (context) {
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** Scales a size down so that no side is longer than `max` pixels. The ratio of the sides stays the same. */
function within({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
