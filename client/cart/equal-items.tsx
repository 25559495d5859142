import { useUndoWithdrawal } from '#client/ui/undo-toast.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { CartSummary } from './cart-summary.tsx'
import { QuantityTable } from './quantity-table.tsx'
import { rowsOf } from './row-state.ts'
import { useChangeQuantity, useWantedQuantities } from './use-change-quantity.ts'

/** The unpaid items of the cart with a row for equal ones, and beside them the total. */
export function EqualItems({ email, items }: { email: string; items: OrderItem[] }) {
  const change = useChangeQuantity(email)
  const wanted = useWantedQuantities()
  const rows = rowsOf(items).filter(({ _id }) => wanted.get(_id) !== 0)
  const rememberRow = useRowFocus(rows)
  useUndoWithdrawal(rows)
  if (rows.length === 0) return null
  return (
    <div className="cart-parts">
      <QuantityTable
        rows={rows}
        items={items}
        onChange={(row, quantity) => {
          rememberRow(row)
          change(row, quantity)
        }}
      />
      <CartSummary email={email} items={rows.flatMap((row) => row.items)} />
    </div>
  )
}
