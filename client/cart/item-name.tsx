import type { ReactNode } from 'react'
import { packedAs } from '#client/lib/packed-as.ts'
import type { OrderItem } from '#contract/cart.ts'
import { soldAs } from './row-state.ts'

/** The table cell with the name, the size and the grind of an item. It can get the focus. */
export function ItemName({ item, id, children }: { item: OrderItem; id: string; children: ReactNode }) {
  const packed = packedAs(item)
  return (
    <th
      role="rowheader"
      scope="row"
      id={id}
      tabIndex={-1}
      className="cart-name rounded-field text-left font-semibold text-pretty"
    >
      <span className="break-words">{item.productName}</span>
      <span className="block text-sm font-normal">{soldAs(item)}</span>
      {packed !== null && <span className="block text-sm font-normal">{packed}</span>}
      {children}
    </th>
  )
}
