/** The pictures of the site itself: `<name>-<width>.<format>` among the client's assets. */
const files = import.meta.glob<string>('../assets/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

const FORMATS = ['avif', 'webp'] as const

type SitePictureProps = {
  name: string
  alt: string
  sizes: string
  width: number
  height: number
  eager?: boolean
  /** Another picture for where this media query holds. */
  instead?: { name: string; media: string }
}

/** One of them, in the formats and widths there are. */
export function SitePicture({ name, alt, sizes, width, height, eager = false, instead }: SitePictureProps) {
  return (
    <picture>
      {instead && <Sources name={instead.name} media={instead.media} sizes={sizes} />}
      <Sources name={name} sizes={sizes} />
      <img
        src={sitePictures(name, 'webp').at(-1)?.address}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        loading={eager ? 'eager' : 'lazy'}
        {...(eager && { fetchPriority: 'high' })}
      />
    </picture>
  )
}

function Sources({ name, media, sizes }: { name: string; media?: string; sizes: string }) {
  return FORMATS.map((format) => (
    <source key={format} type={`image/${format}`} srcSet={srcSet(name, format)} sizes={sizes} {...(media && { media })} />
  ))
}

function srcSet(name: string, format: string): string {
  return sitePictures(name, format)
    .map(({ address, width }) => `${address} ${width}w`)
    .join(', ')
}

/** The files of one picture in one format, narrowest first. */
function sitePictures(name: string, format: string): { address: string; width: number }[] {
  const pattern = new RegExp(`/${name}-(\\d+)\\.${format}$`)
  return Object.entries(files)
    .map(([path, address]) => ({ address, width: Number(pattern.exec(path)?.[1]) }))
    .filter(({ width }) => width > 0)
    .toSorted((a, b) => a.width - b.width)
}
