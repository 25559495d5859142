import { usePictureBase } from '#client/lib/page-state.ts'
import { imageSet } from '#client/ui/picture.tsx'

type ProfilePictureProps = Omit<SitePictureProps, 'name'> & {
  /** The URL of an uploaded picture, or `site:` and the name of one of the demo shop's pictures. */
  src: string
}

const SITE = 'site:'

/** A picture of the shop's profile. */
export function ProfilePicture({ src, ...picture }: ProfilePictureProps) {
  if (src.startsWith(SITE)) return <SitePicture name={src.slice(SITE.length)} {...picture} />
  return <UploadedPicture src={src} {...picture} />
}

/** Uploaded pictures are square. The stylesheet cuts them if they are shown in another ratio. */
function UploadedPicture({ src, alt, sizes, width, eager = false }: ProfilePictureProps) {
  const base = usePictureBase()
  const set = imageSet(src, base)
  return (
    <picture>
      {set?.sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        src={set ? `${base}${src}` : src}
        alt={alt}
        width={width}
        height={width}
        decoding="async"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
      />
    </picture>
  )
}

/** The URLs of the demo shop's pictures. The files of a picture are `client/assets/<name>-<width>.<format>`. */
const files = import.meta.glob<string>('./*.{avif,webp}', {
  base: '../assets',
  eager: true,
  query: '?url',
  import: 'default',
})

const FORMATS = ['avif', 'webp'] as const

type SitePictureProps = {
  name: string
  alt: string
  sizes: string
  width: number
  height: number
  eager?: boolean
}

/** One of the demo shop's pictures, in all its formats and widths. The browser chooses the file that fits best. */
export function SitePicture({ name, alt, sizes, width, height, eager = false }: SitePictureProps) {
  return (
    <picture>
      {FORMATS.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet(name, format)} sizes={sizes} />
      ))}
      <img
        src={srcSet(name, 'webp').split(' ')[0]}
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

/** Returns the `srcset` attribute of a picture in one format: the URL of each file with its width in pixels. */
function srcSet(name: string, format: string): string {
  const pattern = new RegExp(`/${name}-(\\d+)\\.${format}$`)
  return Object.entries(files)
    .flatMap(
      ([path, address]) =>
        pattern
          .exec(path)
          ?.slice(1)
          .map((width) => `${address} ${width}w`) ?? [],
    )
    .join(', ')
}
