import { useEffect, useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { useSession } from '#client/identity/session.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { withdrawUndo } from '#client/ui/undo-toast.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { CartHeading } from './cart-heading.tsx'
import { CartSkeleton, EmptyCart } from './cart-placeholders.tsx'
import { CartSummary } from './cart-summary.tsx'
import { CartTable, PaidItems } from './cart-table.tsx'
import { asRows, groupItems } from './item-groups.ts'
import { rowState } from './row-state.ts'
import { words } from './texts.ts'
import { useCart, useDeletingIds } from './use-cart.ts'
import './cart.css'

/** The cart page, `/myCart` (specification section 2, My orders). */
export function CartPage() {
  const { user } = useSession()
  return (
    <div className="page">
      <CartHeading />
      <div className="@container mt-6">{user && <Cart email={user.email} />}</div>
    </div>
  )
}

function Cart({ email }: { email: string }) {
  const cart = useCart(email)
  if (cart.data) return <Items email={email} all={cart.data} />
  if (cart.isPending) return <CartSkeleton />
  return <LoadError title={words.failed} query={cart} />
}

function Items({ email, all }: { email: string; all: OrderItem[] }) {
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
  if (items.length === 0) return <EmptyCart />
  return (
    <>
      {current.length > 0 && <CartTable label={words.table} groups={groups} onAct={rememberRow} />}
      <CartSummary email={email} items={items} />
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
  const [ids] = useState(() => new Set(all.filter((item) => rowState(item) === 'paid').map(({ _id }) => _id)))
  return ({ _id }) => ids.has(_id)
}
