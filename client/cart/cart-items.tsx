import { useEffect, useState } from 'react'
import { FewLeft } from '#client/checkout/few-left/few-left.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { withdrawUndo } from '#client/ui/undo-toast.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import type { OwnOrder } from '#contract/orders/own-orders.ts'
import { EmptyCart } from './cart-placeholders.tsx'
import { CartSummary } from './cart-summary.tsx'
import { CartTable, PaidItems } from './cart-table.tsx'
import { asRows, groupItems, isPaid, wantedItems } from './row-state.ts'
import { words } from './texts.ts'
import { useDeletingIds } from './use-cart.ts'
import { WaitingOrders } from './waiting-orders.tsx'

type CartItemsProps = {
  email: string
  all: OrderItem[]
  waiting: OwnOrder[]
}

/** The orders that wait for their payment, the items of the cart with the total, and the paid items. */
export function CartItems({ email, all, waiting }: CartItemsProps) {
  const deleting = useDeletingIds()
  const items = all.filter((item) => !deleting.includes(item._id))
  const wasPaid = useWasPaid(all)
  const newestFirst = items.toReversed()
  const { demo } = usePageState().settings
  const unpaid = newestFirst.filter((item) => !wasPaid(item))
  // Other shops group items of the same product under a heading. The specification describes the cart of the demo shop
  // without headings.
  const groups = demo ? asRows(unpaid) : groupItems(unpaid)
  const current = groups.flatMap((group) => group.items)
  const paid = newestFirst.filter(wasPaid)
  const rememberRow = useRowFocus([...current, ...paid])
  useEffect(() => {
    // A deleted item may be back in the cart, for example because it was restored in another window. The toast that
    // still offers to restore the item is then removed.
    for (const { _id } of items) withdrawUndo(_id)
  }, [items])
  // Beside an order that waits for its payment, "Total 0.00" would be misread.
  const hasSummary = items.length > 0 && (waiting.length === 0 || !items.every(isPaid))
  return (
    <>
      <WaitingOrders orders={waiting} />
      {items.length === 0 && <EmptyCart />}
      <FewLeft lines={wantedItems(items)} />
      {current.length > 0 && <CartTable label={words.table} groups={groups} onAct={rememberRow} />}
      {hasSummary && <CartSummary email={email} items={items} />}
      {paid.length > 0 && <PaidItems items={paid} start={current.length} onAct={rememberRow} />}
    </>
  )
}

/**
 * Returns a function that says whether an item was already paid when the page was opened. Items that are paid later
 * keep their place in the list. If they moved, the second click of a double click would hit the Pay button of the
 * next item.
 */
function useWasPaid(all: OrderItem[]): (item: OrderItem) => boolean {
  const [ids] = useState(() => new Set(all.filter(isPaid).map(({ _id }) => _id)))
  return ({ _id }) => ids.has(_id)
}
