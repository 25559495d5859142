import { useQuery } from '@tanstack/react-query'
import { usePictureBase, useShop } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { Picture } from '#client/ui/picture.tsx'
import { IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'
import { words } from './texts.ts'

/**
 * The notice of the legal guarantee, which customers have to see before they order. A link to it would not be enough. The
 * picture links to the full-size picture.
 */
export function GuaranteeNotice() {
  const { picture } = useShop().notice
  const { data: { text = '' } = {} } = useQuery({ ...callQuery('GET /notice'), enabled: picture !== '' })
  const base = usePictureBase()
  if (picture === '') return null
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{words.notice}</h2>
      <a href={fullSize(picture, base)} target="_blank" rel="noopener">
        <Picture src={picture} alt={words.noticeAlt} sizes="(min-width: 64rem) 46rem, 100vw" />
      </a>
      {text !== '' && (
        <details>
          <summary>{words.noticeText}</summary>
          <p className="whitespace-pre-line">{text}</p>
        </details>
      )}
    </section>
  )
}

function fullSize(address: string, base: string): string {
  const image = parseImageAddress(address)
  return image ? `${base}/images/${image.id}-${Math.max(...IMAGE_WIDTHS)}.webp` : address
}
