import { usePictureBase } from '#client/lib/page-state.ts'
import { imageSet } from '#client/ui/picture.tsx'
import { SitePicture } from './site-picture.tsx'
import type { SitePictureProps } from './site-picture.tsx'

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
