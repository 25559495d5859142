import { IMAGE_FORMATS, IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'

/** The ratio of width to height. There are only a few, so that a row of cards is even. */
export type Ratio = '1/1' | '4/3' | '3/4' | '16/9'

type PictureProps = {
  /** An address in the shop's own store, or any other address. */
  src: string
  /** Empty if the name is written beside the picture. */
  alt: string
  /** The `sizes` attribute of the image: how wide it is shown. */
  sizes: string
  /** Loads the picture at once, with high priority. For pictures that are visible without scrolling. */
  eager?: boolean
  ratio?: Ratio
}

/** A picture in AVIF and WebP. Until it has loaded, its place shows its main colour. */
export function Picture({ src, alt, sizes, eager = false, ratio = '1/1' }: PictureProps) {
  const set = imageSet(src)
  const { width, height, shape } = RATIOS[ratio]
  return (
    <span className={`picture ${shape}`}>
      {set?.colour && <Placeholder colour={set.colour} />}
      <picture>
        {set?.sources.map((source) => (
          <source key={source.type} {...source} sizes={sizes} />
        ))}
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          {...(eager && { fetchPriority: 'high' })}
        />
      </picture>
    </span>
  )
}

const RATIOS: Record<Ratio, { width: number; height: number; shape: string }> = {
  '1/1': { width: 800, height: 800, shape: 'aspect-square' },
  '4/3': { width: 800, height: 600, shape: 'aspect-4/3' },
  '3/4': { width: 600, height: 800, shape: 'aspect-3/4' },
  '16/9': { width: 800, height: 450, shape: 'aspect-video' },
}

/** An SVG, because the content security policy forbids style attributes. */
function Placeholder({ colour }: { colour: string }) {
  return (
    <svg aria-hidden="true" fill={colour}>
      <rect width="100%" height="100%" />
    </svg>
  )
}

/** The `<source>` elements of a picture, in order of preference, and its main colour. */
export type ImageSet = { sources: { type: string; srcSet: string }[]; colour: string | null }

/** Returns the set of an address in the shop's own store, or null for any other address. */
export function imageSet(address: string): ImageSet | null {
  const image = parseImageAddress(address)
  if (!image) return null
  const sources = IMAGE_FORMATS.map((format) => ({
    type: `image/${format}`,
    srcSet: IMAGE_WIDTHS.map((width) => `/images/${image.id}-${width}.${format} ${width}w`).join(', '),
  }))
  return { sources, colour: image.colour }
}
