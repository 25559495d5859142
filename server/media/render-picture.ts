import { createHash } from 'node:crypto'
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#contract/images.ts'
import { MOST_PIXELS } from '#contract/media.ts'

/** A picture in all its widths and formats. `id` is made of its content and its placeholder colour. */
export type RenderedPicture = { id: string; files: { name: string; bytes: Buffer }[] }

/** Names the way pictures are made: a change of it makes new names, so that caches cannot mix them up. */
const RECIPE = 'square-1'

/**
 * Makes a picture anew from its pixels: upright, fitted whole into a square on its own colour, without anything
 * else that was in the file. sharp works on threads of its own. Rejects what is no picture or too large.
 */
export async function renderPicture(upload: Buffer): Promise<RenderedPicture> {
  const { default: sharp } = await import('sharp')
  const source = sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate()
  const largest = Math.max(...IMAGE_WIDTHS)
  const { dominant } = await source.clone().resize(64, 64, { fit: 'inside' }).flatten({ background: '#fff' }).toBuffer().then((small) => sharp(small).stats())
  const colour = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')
  const square = await source
    .resize(largest, largest, { fit: 'contain', background: `#${colour}` })
    .flatten({ background: `#${colour}` })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hash = createHash('sha256').update(RECIPE).update(square.data).digest('hex').slice(0, 16)
  const id = `${hash}-${colour}`
  const raw = { width: square.info.width, height: square.info.height, channels: square.info.channels }
  const files = IMAGE_WIDTHS.flatMap((width) =>
    IMAGE_FORMATS.map(async (format) => {
      const fitted = sharp(square.data, { raw }).resize(width)
      const bytes = await (format === 'avif' ? fitted.avif({ quality: 55, effort: 3 }) : fitted.webp({ quality: 78 })).toBuffer()
      return { name: `${id}-${width}.${format}`, bytes }
    }),
  )
  return { id, files: await Promise.all(files) }
}
