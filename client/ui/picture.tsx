import type { ComponentProps } from 'react'
import { IMAGE_FORMATS, IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'

type PictureProps = {
  /** An address in the shop's own store, or any other address. */
  src: string
  /** Empty if the name is written beside the picture. */
  alt: string
  /** The `sizes` attribute of the image: how wide it is shown. */
  sizes: string
  /** Loads the picture at once, with high priority. For pictures that are visible without scrolling. */
  eager?: boolean
  /** Shows the picture in the ratio 4 : 3 instead of as a square. */
  wide?: boolean
}

/** A picture in AVIF and WebP. Until it has loaded, its place shows its main colour. */
export function Picture({ src, alt, sizes, eager = false, wide = false }: PictureProps) {
  const set = imageSet(src)
  return (
    <span className={wide ? 'picture aspect-4/3' : 'picture aspect-square'}>
      {set?.colour && <Placeholder colour={set.colour} />}
      <picture>
        {set?.sources.map((source) => (
          <source key={source.type} {...source} sizes={sizes} />
        ))}
        <img
          src={src}
          alt={alt}
          width={800}
          height={wide ? 600 : 800}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
        />
      </picture>
    </span>
  )
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

type IconProps = Omit<ComponentProps<'svg'>, 'children'> & { path: string | undefined }

/** A drawing of lines, in the colour of the text beside it. Screen readers skip it unless it has a role. */
export function Icon({ path, ...rest }: IconProps) {
  return (
    <svg
      className="w-6"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={rest.role ? undefined : true}
      {...rest}
    >
      <path d={path} />
    </svg>
  )
}
