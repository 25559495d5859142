import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import { words } from './texts.ts'

type SummaryLineProps = {
  productName: string
  img: string
  count: number
  packed: string | null
  /** The price of all pieces together, with its currency. */
  price: string
  note?: ReactNode
}

/** Equal pieces of what is bought or was bought, as a list item. */
export function SummaryLine({ productName, img, count, packed, price, note }: SummaryLineProps) {
  return (
    <li>
      <span className="checkout-picture">
        <Picture src={img} alt="" sizes="3.5rem" />
      </span>
      <span className="checkout-product break-words">
        {words.several(count, productName)}
        <span className="small block">{packed}</span>
        {note && <span className="small block">{note}</span>}
      </span>
      <span className="price">{price}</span>
    </li>
  )
}

type AmountProps = {
  label: string
  text: string
  note?: string | undefined
  isTotal?: boolean
  isSmall?: boolean
}

export function Amount({ label, text, note, isTotal = false, isSmall = false }: AmountProps) {
  return (
    <div className={isTotal ? 'spread total' : `spread ${isSmall ? 'small' : ''}`}>
      <dt>
        {label}
        {note !== undefined && <span className="small block">{note}</span>}
      </dt>
      <dd className="price">{text}</dd>
    </div>
  )
}
