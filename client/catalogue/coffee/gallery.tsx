import { Picture } from '#client/ui/picture.tsx'
import { words } from '../texts.ts'

type GalleryProps = { name: string; pictures: readonly string[] }

/**
 * The pictures of a coffee. On a phone they lie side by side, and the next one can be swiped in. With a wide window the
 * first one is large and the others are below it. The name beside the first picture says what it shows.
 */
export function Gallery({ name, pictures }: GalleryProps) {
  const [first = '', ...more] = pictures
  const sizes = '(min-width: 64rem) 36rem, (min-width: 48rem) 50vw, 90vw'
  if (more.length === 0)
    return (
      <div className="gallery">
        <Picture src={first} alt="" sizes={sizes} eager />
      </div>
    )
  return (
    <div
      className="gallery gallery-several"
      role="group"
      // A keyboard can scroll the pictures only if the group gets the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={words.pictures(pictures.length)}
    >
      <Picture src={first} alt={words.picture(name, 1)} sizes={sizes} eager />
      {more.map((src, index) => (
        <Picture key={src} src={src} alt={words.picture(name, index + 2)} sizes={sizes} />
      ))}
    </div>
  )
}
