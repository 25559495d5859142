import { usePictureBase, useShop } from '#client/lib/page-state.ts'
import { Picture } from '#client/ui/picture.tsx'
import { IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'
import { words } from './texts.ts'

/**
 * The notice of the legal guarantee, which customers have to see before they order. A link to it would not be enough. The
 * picture leads to itself in full size.
 */
export function GuaranteeNotice() {
  const { picture, pictureText } = useShop().notice
  const base = usePictureBase()
  if (picture === '') return null
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{words.notice}</h2>
      <a href={fullSize(picture, base)} target="_blank" rel="noopener">
        <Picture src={picture} alt={words.noticeAlt} sizes="(min-width: 64rem) 46rem, 100vw" />
      </a>
      {pictureText !== '' && (
        <details>
          <summary>{words.noticeText}</summary>
          <p className="whitespace-pre-line">{pictureText}</p>
        </details>
      )}
    </section>
  )
}

function fullSize(address: string, base: string): string {
  const image = parseImageAddress(address)
  return image ? `${base}/images/${image.id}-${Math.max(...IMAGE_WIDTHS)}.webp` : address
}
