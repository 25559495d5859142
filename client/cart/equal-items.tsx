import { DeliveryAhead } from '#client/ui/receipt/delivery-ahead.tsx'
import { useUndoWithdrawal } from '#client/ui/undo-toast.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import type { SubscriptionChoice } from '#client/guests/guest-cart.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import type { OrderItem } from '#contract/cart.ts'
import { toTotal } from '#contract/values/money.ts'
import { CartSummary } from './cart-summary.tsx'
import { QuantityTable } from './quantity-table.tsx'
import { rowsOf, totalToPay } from './row-state.ts'
import type { CartRow } from './row-state.ts'
import { useChangeQuantity, useChangeRhythm, useWantedQuantities } from './use-change-quantity.ts'

/** The unpaid items of the cart of an account, whose quantities the server stores. */
export function EqualItems({ email, items }: { email: string; items: OrderItem[] }) {
  const onChange = useChangeQuantity(email)
  const onRhythm = useChangeRhythm(email)
  const wanted = useWantedQuantities()
  return <QuantityRows {...{ email, items, wanted, onChange, onRhythm }} />
}

type QuantityRowsProps = {
  email: string
  items: OrderItem[]
  /** Quantities that were chosen and of which `items` does not know yet, by the id of the row. */
  wanted: ReadonlyMap<string, number>
  onChange: (row: CartRow, quantity: number) => void
  onRhythm: (row: CartRow, choice: SubscriptionChoice) => void
}

/** Unpaid items with a row for equal ones, when and for how much they are delivered, and beside them the total. */
export function QuantityRows({ email, items, wanted, onChange, onRhythm }: QuantityRowsProps) {
  const rows = rowsOf(items).filter(({ _id }) => wanted.get(_id) !== 0)
  const rememberRow = useRowFocus(rows)
  const currency = useCurrency()
  useUndoWithdrawal(rows)
  if (rows.length === 0) return null
  const wantedItems = rows.flatMap((row) => row.items)
  return (
    <div className="cart-parts">
      <div className="grid gap-6">
        <QuantityTable
          {...{ rows, items, wanted }}
          onChange={(row, quantity) => {
            rememberRow(row)
            onChange(row, quantity)
          }}
          onRhythm={(row, choice) => {
            rememberRow(row)
            onRhythm(row, choice)
          }}
        />
        <DeliveryAhead itemsTotal={toTotal(totalToPay(wantedItems, currency), currency) ?? 0} />
      </div>
      <CartSummary email={email} items={wantedItems} />
    </div>
  )
}
