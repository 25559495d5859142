import { useState } from 'react'
import { FewLeft } from '#client/checkout/few-left/few-left.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { useUndoWithdrawal } from '#client/ui/undo-toast.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import type { OwnOrder } from '#contract/orders/own-orders.ts'
import { EmptyCart } from './cart-placeholders.tsx'
import { CartSummary } from './cart-summary.tsx'
import { CartTable, PaidItems } from './cart-table.tsx'
import { EqualItems } from './equal-items.tsx'
import { isPaid, wantedItems } from './row-state.ts'
import { words } from './texts.ts'
import { useDeletingIds } from './use-cart.ts'
import { WaitingOrders } from './waiting-orders.tsx'

type CartItemsProps = {
  email: string
  all: OrderItem[]
  waiting: OwnOrder[]
}

/**
 * The orders that wait for their payment, the items of the cart, and the total. Where customers pay at once, the items
 * are single rows, and those that are paid stay in the cart. In all other shops, equal items are one row, and paid orders
 * are in the account.
 */
export function CartItems({ email, all, waiting }: CartItemsProps) {
  const { paysAtOnce } = usePageState().settings
  const deleting = useDeletingIds()
  const items = all.filter((item) => !deleting.includes(item._id) && (paysAtOnce || !isPaid(item)))
  const wanted = wantedItems(items)
  return (
    <>
      <WaitingOrders orders={waiting} />
      {items.length === 0 && <EmptyCart />}
      <FewLeft lines={wanted} />
      {paysAtOnce ? <SingleItems {...{ email, items }} /> : <EqualItems {...{ email, items }} />}
    </>
  )
}

function SingleItems({ email, items }: { email: string; items: OrderItem[] }) {
  const wasPaid = useWasPaid(items)
  const newestFirst = items.toReversed()
  const current = newestFirst.filter((item) => !wasPaid(item))
  const paid = newestFirst.filter(wasPaid)
  const rememberRow = useRowFocus([...current, ...paid])
  useUndoWithdrawal(items)
  return (
    <>
      {current.length > 0 && <CartTable label={words.table} items={current} onAct={rememberRow} />}
      {items.length > 0 && <CartSummary email={email} items={items} />}
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
