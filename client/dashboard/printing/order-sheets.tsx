import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OrderDetails, PackedOrder } from '#contract/orders/order-details.ts'
import { pages } from '#contract/pages.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { useShop } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { PrintedPage } from '#client/orders/printed-page.tsx'
import { ReceiptSheet, SheetHead } from '#client/orders/receipt-sheet.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { linesToPack } from './lines-to-pack.ts'
import { words } from './texts.ts'

/** The page `/dashboard/order/{id}/receipt`: the receipt of any order, to be printed. */
export function OrderReceiptPage() {
  return (
    <OrderSheet title={words.receipt} heading={words.receiptFor}>
      {(order) => 'total' in order && <ReceiptSheet receipt={order} />}
    </OrderSheet>
  )
}

/** The page `/dashboard/order/{id}/slip`: the packing slip of an order, to be printed and put into the parcel. */
export function PackingSlipPage() {
  return (
    <OrderSheet title={words.slip} heading={words.slipFor}>
      {(order) => <Slip order={order} />}
    </OrderSheet>
  )
}

type OrderSheetProps = {
  title: string
  heading: (number: number) => string
  children: (order: OrderDetails | PackedOrder) => ReactNode
}

function OrderSheet({ title, heading, children }: OrderSheetProps) {
  const { id = '' } = useParams()
  return (
    <PrintedPage
      title={title}
      heading={({ number }) => heading(number)}
      query={useQuery(callQuery('GET /order/{id}', { params: { id } }))}
      back={
        <PageLink to={pages.fullOrder(id)} className="link icon-text">
          {words.backToOrder}
        </PageLink>
      }
    >
      {children}
    </PrintedPage>
  )
}

export function Slip({ order }: { order: PackedOrder }) {
  const { number, checkout } = order
  return (
    <section className="sheet">
      <p className="small">{senderOf(useShop())}</p>
      <header className="sheet-head">
        <div>
          <h2>{words.to}</h2>
          <Recipient order={order} />
        </div>
        <div>
          <h2>{words.orderNumber}</h2>
          <p className="sheet-number">{number}</p>
        </div>
      </header>
      {checkout && (
        <p>
          {checkout.method.name}
          {checkout.promise && `, ${words.by.toLowerCase()} ${weekdayText(checkout.promise.to)}`}
        </p>
      )}
      {checkout && checkout.note !== '' && (
        <div className="sheet-note">
          <h2>{words.note}</h2>
          <p>{checkout.note}</p>
        </div>
      )}
      <LinesToPack order={order} />
    </section>
  )
}

/** The label with the address of a parcel. It has the size of a postcard on paper. */
export function AddressLabel({ order }: { order: PackedOrder }) {
  return (
    <section className="sheet sheet-label">
      <p className="small">{senderOf(useShop())}</p>
      <Recipient order={order} />
      <p className="small">
        {words.orderNumber} {order.number}
      </p>
    </section>
  )
}

function senderOf({ name, contact }: PageShop): string {
  return [name, ...contact.address.split('\n')].filter((line) => line.trim() !== '').join(' · ')
}

function Recipient({ order: { customer, checkout } }: { order: PackedOrder }) {
  const lines = checkout?.address ? checkout.addressLines : [customer]
  return (
    <>
      <address className="sheet-address whitespace-pre-line">{lines.join('\n')}</address>
      {checkout?.method.kind === 'pickup' && <p>{words.pickup}</p>}
      {!checkout && <p className="small">{words.noAddress}</p>}
    </>
  )
}

function LinesToPack({ order }: { order: PackedOrder }) {
  return (
    <table className="sheet-table sheet-rows">
      <SheetHead columns={[words.count, words.product, words.grind]} />
      <tbody>
        {linesToPack(order).map(({ key, count, name, weight, grind, lots }) => (
          <tr key={key}>
            <td className="short ticked">{count} ×</td>
            <td>
              {name}
              {weight !== undefined && `, ${grams(weight)}`}
              {lots && <span className="line small">{lots}</span>}
            </td>
            <td className="short">{grind}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
