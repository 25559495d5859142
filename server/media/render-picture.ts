import { createHash } from 'node:crypto'
import type { OutputInfo, Sharp } from 'sharp'
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#contract/values/images.ts'
import { MAX_AVIF_PIXELS, MAX_PIXELS } from '#contract/media.ts'

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

/**
 * Detects the format of a picture from its first bytes. Returns null for a format that the shop does not accept, such
 * as SVG.
 */
export function detectFormat(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  const brands = bytes.toString('latin1', 8, 32)
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && /avif|avis/.test(brands)) return 'avif'
  return null
}
