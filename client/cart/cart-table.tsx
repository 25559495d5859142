import { useEffect, useState } from 'react'
import { useCurrency } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { formatPrice } from '#contract/values/money.ts'
import { deleteNote, priceToPay, rowNote, rowState } from './row-state.ts'
import { ItemName } from './item-name.tsx'
import { specTexts, words } from './texts.ts'
import { useDeleteItem } from './use-delete-item.ts'
import { usePayItem } from './use-pay.ts'

type CartTableProps = {
  label: string
  /** The items in the order of their rows. */
  items: OrderItem[]
  start?: number
  onAct: (item: OrderItem) => void
}

/**
 * Items of the cart as a table with a row for each, as the specification describes the cart. On a phone the rows look
 * like cards, and the `role` attributes let screen readers still announce a table. The row numbers begin with `start + 1`.
 */
export function CartTable({ label, items, start = 0, onAct }: CartTableProps) {
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
          <th role="columnheader" scope="col" className="w-30">
            {specTexts.delete}
          </th>
          <th role="columnheader" scope="col" className="w-46">
            {specTexts.pay}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item, index) => (
          <CartRow key={item._id} number={start + index + 1} item={item} onAct={onAct} />
        ))}
      </tbody>
    </table>
  )
}

/** The number of paid items that are shown before the user asks for all of them. */
const NEWEST = 10

type PaidItemsProps = { items: OrderItem[]; start: number; onAct: (item: OrderItem) => void }

/**
 * The items that were already paid when the page was opened, newest first. The older ones are hidden until the user
 * presses a button.
 */
export function PaidItems({ items, start, onAct }: PaidItemsProps) {
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
        items={folded ? items.slice(0, NEWEST) : items}
        start={start}
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

type CartRowProps = { item: OrderItem; number: number; onAct: (item: OrderItem) => void }

/**
 * One item of the cart as a table row. `onAct` is called when a button of the row is pressed, before its action. So
 * the page can move the focus to another element if the button disappears.
 */
function CartRow({ item, number, onAct }: CartRowProps) {
  const deleteItem = useDeleteItem(item)
  function act(action: () => void) {
    onAct(item)
    action()
  }
  return (
    <tr role="row" className="cart-row">
      <td role="cell" className="cart-number tabular-nums">
        {number}
      </td>
      <td role="cell">
        <span className="cart-picture block w-20 overflow-hidden rounded-field">
          <Picture src={item.img} alt="" sizes="5rem" />
        </span>
      </td>
      <ItemName item={item} id={rowFocusId(item._id)}>
        <RowNote item={item} />
      </ItemName>
      <td role="cell" className="cart-price text-lg">
        <Price price={priceToPay(item)} />
      </td>
      <td role="cell" className="cart-delete">
        <DeleteButton item={item} onDelete={() => act(deleteItem)} />
      </td>
      <td role="cell" className="cart-pay">
        <PayCell item={item} onPay={(pay) => act(pay)} />
      </td>
    </tr>
  )
}

function RowNote({ item }: { item: OrderItem }) {
  const colour = rowState(item) === 'newPrice' ? ' text-warning-content' : ''
  return <span className={`cart-note mt-1 text-sm font-normal${colour}`}>{rowNote(item, useCurrency())}</span>
}

function DeleteButton({ item, onDelete }: { item: OrderItem; onDelete: () => void }) {
  const note = deleteNote(item)
  const name = rowFocusId(item._id)
  const noteId = `${name}-kept`
  return (
    <>
      <Button
        tone="danger"
        title={note}
        disabled={rowState(item) === 'checking'}
        aria-describedby={note ? `${name} ${noteId}` : name}
        onClick={onDelete}
      >
        {specTexts.delete}
      </Button>
      {note && (
        <span id={noteId} hidden>
          {note}
        </span>
      )}
    </>
  )
}

type PayCellProps = { item: OrderItem; onPay: (pay: () => void) => void }

/**
 * The table cell with the Pay button. If the item is paid or its payment is being checked, the cell shows this state
 * instead. The cell is empty if the product is no longer sold, or too little is left of it.
 */
function PayCell({ item, onPay }: PayCellProps) {
  const state = rowState(item)
  if (state === 'removed' || state === 'soldOut') return null
  if (state === 'refunded') return <PaymentState text={words.refunded} colour="text-base-content" />
  if (state === 'paid') return <PaymentState text={specTexts.paid} colour="text-success" />
  if (state === 'checking') return <PaymentState text={words.checking} colour="text-base-content" />
  return <PayButton item={item} onPay={onPay} />
}

function PaymentState({ text, colour }: { text: string; colour: string }) {
  return (
    <span className={`cart-done ${colour}`}>
      <Button tone="quiet" disabled>
        {text}
      </Button>
    </span>
  )
}

function PayButton({ item, onPay }: PayCellProps) {
  const { pay, busy, blocked } = usePayItem(item)
  const hasNewPrice = rowState(item) === 'newPrice'
  const price = formatPrice(priceToPay(item), useCurrency())
  return (
    <Button
      busy={busy}
      busyText={words.paying}
      disabled={blocked}
      aria-describedby={rowFocusId(item._id)}
      onClick={() => onPay(pay)}
    >
      {hasNewPrice ? words.payNew(price) : specTexts.pay}
    </Button>
  )
}
