import { Fragment, useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { packedAs } from '#client/lib/packed-as.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { formatPrice } from '#contract/values/money.ts'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { CartRow } from './cart-row.tsx'
import { asRows } from './item-groups.ts'
import type { ItemGroup } from './item-groups.ts'
import { priceToPay } from './row-state.ts'
import { specTexts, words } from './texts.ts'

type CartTableProps = {
  label: string
  /** The items in the order of their rows. A group of several items has a heading. */
  groups: ItemGroup[]
  start?: number
  /** False leaves out the column with the Delete buttons. */
  hasDelete?: boolean
  onAct: (item: OrderItem) => void
}

/**
 * Items of the cart as a table. On a phone the rows look like cards, and the `role` attributes let screen readers
 * still announce a table. The row numbers begin with `start + 1`.
 */
export function CartTable({ label, groups, start = 0, hasDelete = true, onAct }: CartTableProps) {
  return (
    <table role="table" aria-label={label} className="cart-table">
      <thead role="rowgroup" className="text-left text-sm">
        <tr role="row">
          <th role="columnheader" scope="col" className="w-14">
            {words.number}
          </th>
          <th role="columnheader" scope="col" className="w-26">
            {words.picture}
          </th>
          <th role="columnheader" scope="col">
            {words.name}
          </th>
          <th role="columnheader" scope="col" className="cart-price w-32">
            {words.price}
          </th>
          {hasDelete && (
            <th role="columnheader" scope="col" className="w-30">
              {specTexts.delete}
            </th>
          )}
          <th role="columnheader" scope="col" className="w-46">
            {specTexts.pay}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {groups.map(({ key, items, before }) => (
          <Fragment key={key}>
            <GroupHeading items={items} />
            {items.map((item, index) => (
              <CartRow key={item._id} number={start + before + index + 1} {...{ item, hasDelete, onAct }} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/**
 * The row above several equal items. It says how many there are, and the price of each. A single item has no such row.
 */
function GroupHeading({ items }: { items: OrderItem[] }) {
  const [item] = items
  if (!item || items.length === 1) return null
  const notes = [packedAs(item), words.each(formatPrice(priceToPay(item)))].filter((note) => note !== null)
  return (
    <tr role="row" className="cart-group">
      <td role="cell" colSpan={6} aria-colspan={6}>
        {words.several(items.length, item.productName)}{' '}
        <span className="text-sm font-normal">{notes.join(', ')}</span>
      </td>
    </tr>
  )
}

/** The number of paid items that are shown before the user asks for all of them. */
const NEWEST = 10

type PaidItemsProps = { items: OrderItem[]; start: number; onAct: (item: OrderItem) => void }

/**
 * The items that were already paid when the page was opened, newest first. The older ones are hidden until the user
 * presses a button. Only in the demo shop can they be deleted from the list, as the specification describes it. In other
 * shops a customer could mistake that for cancelling the order.
 */
export function PaidItems({ items, start, onAct }: PaidItemsProps) {
  const { demo } = usePageState().settings
  const [unfolded, setUnfolded] = useState<OrderItem | null>(null)
  const firstOlder = items[NEWEST]
  const folded = !unfolded && firstOlder
  useEffect(() => {
    // The button that was pressed has disappeared. The focus moves to the first row that has been added in its place.
    if (unfolded) document.getElementById(rowFocusId(unfolded._id))?.focus({ preventScroll: true })
  }, [unfolded])
  return (
    <section className="mt-12 grid gap-4">
      <h2 className="text-xl">{words.paidHeading}</h2>
      <CartTable
        label={words.paidTable}
        groups={asRows(folded ? items.slice(0, NEWEST) : items)}
        start={start}
        hasDelete={demo}
        onAct={onAct}
      />
      {folded && (
        <p className="text-center">
          <Button tone="quiet" onClick={() => setUnfolded(firstOlder)}>
            {words.showAllPaid(items.length)}
          </Button>
        </p>
      )}
    </section>
  )
}
