import type { OrderItem } from '#contract/cart.ts'
import { CartRow } from './cart-row.tsx'
import { texts, words } from './texts.ts'

type CartTableProps = { label: string; items: OrderItem[]; start?: number; onAct: (item: OrderItem) => void }

/**
 * Items of the cart: a table, on a phone a row of cards (the roles keep it a table for screen readers). The first row
 * has the number after `start`.
 */
export function CartTable({ label, items, start = 0, onAct }: CartTableProps) {
  return (
    <table role="table" aria-label={label} className="w-full cards:block">
      <thead role="rowgroup" className="sticky top-0 z-1 bg-base-100 text-left text-sm cards:sr-only">
        <tr role="row" className="border-b border-base-300 *:p-3 *:font-semibold">
          <th role="columnheader" scope="col" className="w-14">
            {words.number}
          </th>
          <th role="columnheader" scope="col" className="w-26">
            {words.picture}
          </th>
          <th role="columnheader" scope="col">
            {words.name}
          </th>
          <th role="columnheader" scope="col" className="w-32 pr-8! text-right">
            {words.price}
          </th>
          <th role="columnheader" scope="col" className="w-30">
            {texts.delete}
          </th>
          <th role="columnheader" scope="col" className="w-46">
            {texts.pay}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="cards:grid cards:grid-cols-1 cards:gap-4">
        {items.map((item, index) => (
          <CartRow key={item._id} item={item} number={start + index + 1} onAct={onAct} />
        ))}
      </tbody>
    </table>
  )
}
