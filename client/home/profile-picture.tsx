import type { ComponentProps } from 'react'
import { usePictureBase } from '#client/lib/page-state.ts'
import { imageSet, SourcedImage } from '#client/ui/picture.tsx'

type ProfilePictureProps = Omit<SitePictureProps, 'name'> & {
  /** The URL of an uploaded picture, or `site:` and the name of one of the demo shop's pictures. */
  src: string
}

const SITE = 'site:'

export function ProfilePicture({ src, ...picture }: ProfilePictureProps) {
  if (src.startsWith(SITE)) return <SitePicture name={src.slice(SITE.length)} {...picture} />
  return <UploadedPicture src={src} {...picture} />
}

/** Uploaded pictures are square. The stylesheet cuts them if they are shown in another ratio. */
function UploadedPicture({ src, width, ...picture }: ProfilePictureProps) {
  const base = usePictureBase()
  const set = imageSet(src, base)
  return (
    <SourcedImage
      {...picture}
      sources={set?.sources ?? []}
      src={set ? `${base}${src}` : src}
      width={width}
      height={width}
    />
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

type SitePictureProps = Omit<ComponentProps<typeof SourcedImage>, 'sources' | 'src'> & { name: string }

/** One of the demo shop's pictures, in all its formats and widths. */
export function SitePicture({ name, ...picture }: SitePictureProps) {
  const sources = FORMATS.map((format) => ({ type: `image/${format}`, srcSet: srcSet(name, format) }))
  return <SourcedImage {...picture} sources={sources} src={srcSet(name, 'webp').split(' ')[0]} />
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
