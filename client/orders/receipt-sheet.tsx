import type { OwnReceipt } from '#contract/orders/own-orders.ts'
import { useCurrency, useShop } from '#client/lib/page-state.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { trackingText } from '#contract/values/orders/carriers.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import { formatPrice } from '#contract/values/money.ts'
import { receiptRows } from '#client/ui/receipt/total-rows.ts'
import type { TotalRow } from '#client/ui/receipt/total-rows.ts'
import { words } from './texts.ts'
import './sheet.css'

/** An order as its receipt shows it. Admins see the same receipt as the customer. */
export type Receipt = Omit<OwnReceipt, 'payLaterNote'>

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { number, orderedAt } = receipt
  const currency = useCurrency()
  const totals: Row[] = receiptRows({ ...receipt, currency }).map((row) => ({ ...row, key: row.label }))
  return (
    <section className="sheet">
      <header className="sheet-head">
        <ShopHead />
        <p>
          {words.order(number)}
          <br />
          {dayText(orderedAt)}
          <br />
          {statusOf(receipt)}
        </p>
      </header>
      <Parties receipt={receipt} />
      <ShopNotes receipt={receipt} />
      <table className="sheet-table">
        <SheetHead columns={[words.product]} amount={words.price} />
        <tbody>
          {receipt.items.map((item) => (
            <tr key={item._id}>
              <td>
                {item.productName}
                <Packed item={item} />
              </td>
              <td className="amount">{formatPrice(item.price, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {[...totals, ...refundsOf(receipt, currency)].map(({ key, label, amount, isTotal }) => (
            <tr key={key} className={isTotal ? 'total' : undefined}>
              <th scope="row">{label}</th>
              <td className="amount">{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  )
}

type SheetHeadProps = { columns: string[]; amount?: string }

/** The headers of a table on a sheet. If the last column has amounts, `amount` is its header. */
export function SheetHead({ columns, amount }: SheetHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {amount !== undefined && (
          <th scope="col" className="amount">
            {amount}
          </th>
        )}
      </tr>
    </thead>
  )
}

function ShopHead() {
  const { name, contact } = useShop()
  const { address, email, phone } = contact
  return (
    <div>
      <p className="sheet-shop">{name}</p>
      <p className="small mt-1 whitespace-pre-line">
        {[address, phone, email].filter((line) => line !== '').join('\n')}
      </p>
    </div>
  )
}

function Parties({ receipt }: { receipt: Receipt }) {
  const { customer, email, checkout } = receipt
  const parcel = trackingText(receipt)
  return (
    <div className="sheet-parties">
      <div>
        <h2>{words.billedTo}</h2>
        <p>
          {customer}
          <br />
          {email}
        </p>
      </div>
      {checkout && (
        <div>
          <h2>{words.delivery}</h2>
          <p className="whitespace-pre-line">{[checkout.method.name, ...checkout.addressLines].join('\n')}</p>
          {parcel !== null && <p className="mt-1">{words.parcel(parcel)}</p>}
        </div>
      )}
    </div>
  )
}

/** What the shop wrote to the customer about the order. */
function ShopNotes({ receipt: { shopNotes } }: { receipt: Receipt }) {
  if (shopNotes.length === 0) return null
  return (
    <div className="sheet-note">
      <h2>{words.shopNote}</h2>
      {shopNotes.map(({ _id, body }) => (
        <p key={_id} className="whitespace-pre-wrap">
          {body}
        </p>
      ))}
    </div>
  )
}

function Packed({ item }: { item: Receipt['items'][number] }) {
  const packed = packedAs(item)
  return packed === null ? null : <span className="line small">{packed}</span>
}

type Row = TotalRow & { key: string }

function refundsOf({ refunds }: Receipt, currency: string): Row[] {
  return refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ _id, amount, status, at }) => ({
      key: _id,
      label: status === 'succeeded' ? words.refunded(dayText(at)) : words.refundPending(dayText(at)),
      amount: `−${formatPrice(amount, currency)}`,
    }))
}

function statusOf({ state, payment }: Receipt): string {
  if (state === 'cancelled') return words.cancelled
  return payment ? words.paid : words.notPaid
}
