import type { OrderItem } from '#contract/orders.ts'
import { CartRow } from './cart-row.tsx'
import { texts, words } from './texts.ts'

/** The cart: a table, on a phone a row of cards (the roles keep it a table for those who listen). */
export function CartTable({ items, onAct }: { items: OrderItem[]; onAct: (item: OrderItem) => void }) {
  return (
    <table role="table" aria-label={words.table} className="w-full max-sm:block">
      <thead role="rowgroup" className="sticky top-0 z-1 bg-base-100 text-left text-sm max-sm:sr-only">
        <tr role="row" className="border-b border-base-300 *:p-3 *:font-semibold">
          <th role="columnheader" scope="col">{words.number}</th>
          <th role="columnheader" scope="col">{words.picture}</th>
          <th role="columnheader" scope="col">{words.name}</th>
          <th role="columnheader" scope="col" className="pr-8! text-right">{words.price}</th>
          <th role="columnheader" scope="col">{texts.delete}</th>
          <th role="columnheader" scope="col">{texts.pay}</th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:grid max-sm:grid-cols-1 max-sm:gap-4">
        {items.map((item, index) => (
          <CartRow key={item._id} item={item} number={index + 1} onAct={onAct} />
        ))}
      </tbody>
    </table>
  )
}
