import { IMAGE_FORMATS, IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'

/** Width and height of a picture, as one of a few ratios so that a row of cards is even. */
export type Ratio = '1/1' | '4/3' | '3/4' | '16/9'

type PictureProps = {
  /** An address of the catalogue: of the shop's own store, or any other. */
  src: string
  /** Empty where the name stands beside it. */
  alt: string
  /** How wide it is shown, as the `sizes` attribute of an image. */
  sizes: string
  /** Fetched at once and first: for what is seen without scrolling. */
  eager?: boolean
  ratio?: Ratio
}

/** A picture in AVIF and WebP with room kept for it and its own colour until it is there. */
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

/** Drawn, because the content security policy lets no element carry a style. */
function Placeholder({ colour }: { colour: string }) {
  return (
    <svg aria-hidden="true" fill={colour}>
      <rect width="100%" height="100%" />
    </svg>
  )
}

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
