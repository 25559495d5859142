import { createHash } from 'node:crypto'
import type { OutputInfo, Sharp } from 'sharp'
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#contract/values/images.ts'
import { MAX_AVIF_PIXELS, MAX_PIXELS } from '#contract/media.ts'
import { detectFormat } from './detect-format.ts'

/** A picture in all widths and formats. Its `id` consists of a hash of its content and its placeholder colour. */
export type RenderedPicture = { id: string; files: { name: string; bytes: Buffer }[] }

type Pixels = { data: Buffer; info: OutputInfo }

/**
 * The version of the code that renders pictures. Increment it when that code changes. Ids of pictures depend on it,
 * so a new rendering gets a new URL and no cache serves the old file for it.
 */
const RECIPE = 'square-1'

/**
 * Renders an uploaded picture in all sizes and formats. The picture is rotated upright and fitted as a whole into a
 * square, whose background is the picture's dominant colour. No metadata is kept. The library sharp does the work on
 * its own threads. Rejects if the upload is not a picture or has too many pixels.
 *
 * To save memory, the upload is decoded only once, and the files are encoded one after another.
 */
export async function renderPicture(upload: Buffer): Promise<RenderedPicture> {
  const { default: sharp } = await import('sharp')
  // Turns off the cache of sharp. It would keep decoded pictures in memory, although no picture is decoded twice.
  sharp.cache(false)
  const load = ({ data, info: { width, height, channels } }: Pixels) =>
    sharp(data, { raw: { width, height, channels } })
  const side = Math.max(...IMAGE_WIDTHS)
  const limitInputPixels = detectFormat(upload) === 'avif' ? MAX_AVIF_PIXELS : MAX_PIXELS
  const fitted = await pixelsOf(
    sharp(upload, { limitInputPixels, failOn: 'error' }).rotate().resize(side, side, { fit: 'inside' }),
  )
  const thumbnail = await pixelsOf(
    load(fitted).resize(64, 64, { fit: 'inside' }).flatten({ background: '#fff' }),
  )
  const { dominant } = await load(thumbnail).stats()
  const colour = [dominant.r, dominant.g, dominant.b]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
  const background = `#${colour}`
  const square = await pixelsOf(
    load(fitted).resize(side, side, { fit: 'contain', background }).flatten({ background }),
  )
  const hash = createHash('sha256').update(RECIPE).update(square.data).digest('hex').slice(0, 16)
  const id = `${hash}-${colour}`
  const files: RenderedPicture['files'] = []
  for (const width of IMAGE_WIDTHS) {
    for (const format of IMAGE_FORMATS)
      files.push({
        name: `${id}-${width}.${format}`,
        bytes: await encode(load(square).resize(width), format),
      })
  }
  return { id, files }
}

function pixelsOf(picture: Sharp): Promise<Pixels> {
  return picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
}

function encode(picture: Sharp, format: (typeof IMAGE_FORMATS)[number]): Promise<Buffer> {
  return (
    format === 'avif' ? picture.avif({ quality: 55, effort: 3 }) : picture.webp({ quality: 78 })
  ).toBuffer()
}
