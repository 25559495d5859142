import type { SubscriptionChoice } from '#client/guests/guest-cart.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { Stepper } from '#client/ui/stepper/stepper.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { pages } from '#contract/pages.ts'
import { formatPrice } from '#contract/values/money.ts'
import { RhythmChoice } from './rhythm-choice.tsx'
import { ItemName } from './item-name.tsx'
import { maxQuantity, priceToPay, rowNotes, rowState, sumOf, totalToPay } from './row-state.ts'
import type { CartRow } from './row-state.ts'
import { words } from './texts.ts'
import './quantity-table.css'
import { pricePerKilo } from '#contract/values/orders/grams.ts'

type QuantityTableProps = {
  rows: CartRow[]
  /** All unpaid items of the cart. */
  items: OrderItem[]
  wanted: ReadonlyMap<string, number>
  onChange: (row: CartRow, quantity: number) => void
  onRhythm: (row: CartRow, choice: SubscriptionChoice) => void
}

/** The cart as a table with a row for equal items, whose quantity can be changed. */
export function QuantityTable({ rows, items, wanted, ...rest }: QuantityTableProps) {
  return (
    <table role="table" aria-label={words.table} className="quantity-table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            <span className="sr-only">{words.picture}</span>
          </th>
          <th role="columnheader" scope="col">
            {words.name}
          </th>
          <th role="columnheader" scope="col">
            {words.quantity}
          </th>
          <th role="columnheader" scope="col" className="row-price">
            {words.price}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Row key={row._id} row={row} items={items} wanted={wanted.get(row._id)} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Omit<QuantityTableProps, 'rows' | 'wanted'> & { row: CartRow; wanted: number | undefined }

function Row({ row, items, wanted, onChange, onRhythm }: RowProps) {
  const { _id, first } = row
  const currency = useCurrency()
  const isChecking = rowState(first) === 'checking'
  return (
    <tr role="row">
      <td role="cell" className="row-picture">
        <Picture src={first.img} alt="" sizes="5.5rem" />
      </td>
      <ItemName item={first} id={rowFocusId(_id)}>
        <span className="soft small block">{eachText(row, currency)}</span>
        {rowNotes(row, currency).map((note) => (
          <span key={note} className="small block text-warning-content">
            {note}
          </span>
        ))}
      </ItemName>
      <td role="cell" className="row-quantity">
        {isChecking ? (
          <ReservedQuantity row={row} />
        ) : (
          <>
            <Quantity {...{ row, items, onChange }} count={wanted ?? row.items.length} />
            <RhythmChoice {...{ row, onRhythm }} />
          </>
        )}
      </td>
      <td role="cell" className="row-price">
        <Price price={isChecking ? sumOf(row.items, currency) : totalToPay(row.items, currency)} />
      </td>
    </tr>
  )
}

/** Returns the price of one item, if there are several, and the price of a kilogram. */
function eachText({ first, items }: CartRow, currency: string): string {
  const price = priceToPay(first)
  const each = items.length > 1 ? words.each(formatPrice(price, currency)) : null
  return [each, pricePerKilo({ price, weight: first.weight }, currency)]
    .filter((text) => text !== null)
    .join(', ')
}

type QuantityProps = Omit<RowProps, 'wanted' | 'onRhythm'> & { count: number }

/** A product that is no longer sold, or of which nothing is left, can only be removed. */
function Quantity({ row, items, count, onChange }: QuantityProps) {
  const { productName } = row.first
  const max = maxQuantity(row, items)
  const canChoose = rowState(row.first) !== 'removed' && max > 0
  return (
    <div className="cluster">
      {canChoose && (
        <Stepper
          label={words.quantityOf(productName)}
          isLabelHidden
          count={count}
          max={max}
          onChange={(quantity) => onChange(row, quantity)}
        />
      )}
      <button
        type="button"
        className="link soft"
        aria-label={words.removeOf(productName)}
        onClick={() => onChange(row, 0)}
      >
        {words.remove}
      </button>
    </div>
  )
}

/** The number of items that a payment has reserved, and the way to its page, where it can be completed or cancelled. */
function ReservedQuantity({ row: { _id, first, items } }: { row: CartRow }) {
  return (
    <div className="cluster">
      <span>{items.length}</span>
      {first.paymentId && (
        <ButtonLink
          tone="quiet"
          to={pages.checkoutReturn(first.paymentId)}
          aria-describedby={rowFocusId(_id)}
        >
          {words.toPayment}
        </ButtonLink>
      )}
    </div>
  )
}
