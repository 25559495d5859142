import { IMAGE_FORMATS, IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'

/** Everything a picture of the shop's own store needs: `<source>`s in order, a fallback and its placeholder. */
export type ImageSet = { sources: { type: string; srcSet: string }[]; colour: string | null }

/** The set of an address of the catalogue; null for an address that is not of the shop's own store. */
export function imageSet(address: string): ImageSet | null {
  const image = parseImageAddress(address)
  if (!image) return null
  const sources = IMAGE_FORMATS.map((format) => ({
    type: `image/${format}`,
    srcSet: IMAGE_WIDTHS.map((width) => `/images/${image.id}-${width}.${format} ${width}w`).join(', '),
  }))
  return { sources, colour: image.colour }
}
