import type { ComponentProps } from 'react'
import { usePictureBase } from '#client/lib/page-state.ts'
import { IMAGE_FORMATS, IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'

type PictureProps = {
  /** The URL of a picture that the shop stores, or of any other picture. */
  src: string
  /** The alternative text of the picture. It is empty if a text beside the picture names what the picture shows. */
  alt: string
  /** The `sizes` attribute, which says how wide the picture is shown. */
  sizes: string
  /**
   * If true, the picture is loaded at once and with high priority. Set it for pictures that are visible without
   * scrolling.
   */
  eager?: boolean
  /** If true, the picture is shown in the ratio 4:3 instead of as a square. */
  wide?: boolean
}

/**
 * A picture. If the shop stores it, the browser can load it in AVIF or WebP and in several sizes, and a box in its main
 * colour is shown until it has loaded.
 */
export function Picture({ src, alt, sizes, eager = false, wide = false }: PictureProps) {
  const base = usePictureBase()
  const set = imageSet(src, base)
  return (
    <span className={wide ? 'picture aspect-4/3' : 'picture aspect-square'}>
      {set && <Placeholder colour={set.colour} />}
      <SourcedImage
        sources={set?.sources ?? []}
        src={set ? `${base}${src}` : src}
        alt={alt}
        sizes={sizes}
        width={800}
        height={wide ? 600 : 800}
        eager={eager}
      />
    </span>
  )
}

type SourcedImageProps = Pick<PictureProps, 'alt' | 'sizes' | 'eager'> & {
  /** The files of the picture in several formats, in order of preference. */
  sources: { type: string; srcSet: string }[]
  src: string | undefined
  width: number
  height: number
}

/** A picture in several formats and sizes, of which the browser loads the one that fits best. */
export function SourcedImage({ sources, src, alt, sizes, width, height, eager }: SourcedImageProps) {
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
      />
    </picture>
  )
}

/** A box in one colour. It is an SVG image, because the content security policy forbids `style` attributes. */
function Placeholder({ colour }: { colour: string }) {
  return (
    <svg aria-hidden="true" fill={colour}>
      <rect width="100%" height="100%" />
    </svg>
  )
}

/**
 * The attributes of the `<source>` elements of a picture, in order of preference, and the main colour of the picture.
 */
export type ImageSet = Pick<SourcedImageProps, 'sources'> & { colour: string }

/**
 * Returns the sources and the main colour of a picture that the shop stores, or null for any other URL. `base` is the
 * address below which browsers load these pictures.
 */
export function imageSet(address: string, base = ''): ImageSet | null {
  const image = parseImageAddress(address)
  if (!image) return null
  const sources = IMAGE_FORMATS.map((format) => ({
    type: `image/${format}`,
    srcSet: IMAGE_WIDTHS.map((width) => `${base}/images/${image.id}-${width}.${format} ${width}w`).join(', '),
  }))
  return { sources, colour: image.colour }
}

type IconProps = Omit<ComponentProps<'svg'>, 'children'> & { path: string | undefined }

/**
 * An icon made of lines, in the colour of the surrounding text. Screen readers ignore the icon unless it has a
 * `role`.
 */
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

/** The arrow icon in a link or a button that leads back. */
export function BackArrow() {
  return (
    <Icon
      path="M12 4l-6 6 6 6"
      viewBox="0 0 20 20"
      strokeLinecap="butt"
      strokeLinejoin="miter"
      className="w-4"
    />
  )
}
