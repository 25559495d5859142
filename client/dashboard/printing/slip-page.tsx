import { useQuery } from '@tanstack/react-query'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { PrintedPage } from '#client/orders/printed-page.tsx'
import { dayText } from '#client/ui/receipt/day-text.ts'
import { grams } from '#client/lib/packed-as.ts'
import { BackToOrder } from './back-to-order.tsx'
import { linesToPack } from './lines-to-pack.ts'
import { words } from './texts.ts'

/** The page `/dashboard/order/{id}/slip`: the packing slip of an order, to be printed and put into the parcel. */
export function PackingSlipPage() {
  const { id = '' } = useParams()
  const order = useQuery(callQuery('GET /order/{id}', { params: { id } }))
  return (
    <PrintedPage
      title={words.slip}
      heading={({ number }) => words.slipFor(number)}
      query={order}
      back={<BackToOrder id={id} />}
    >
      {(data) => <Slip order={data} />}
    </PrintedPage>
  )
}

function Slip({ order }: { order: OrderDetails }) {
  const { number, checkout } = order
  return (
    <section className="sheet">
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
          {checkout.promise && `, ${words.by.toLowerCase()} ${dayText(checkout.promise.to)}`}
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

function Recipient({ order: { customer, checkout } }: { order: OrderDetails }) {
  const lines = checkout?.address ? checkout.addressLines : [customer]
  return (
    <>
      <address className="sheet-address">
        {lines.map((line) => (
          <span key={line} className="line">
            {line}
          </span>
        ))}
      </address>
      {checkout?.method.kind === 'pickup' && <p>{words.pickup}</p>}
      {!checkout && <p className="small">{words.noAddress}</p>}
    </>
  )
}

function LinesToPack({ order }: { order: OrderDetails }) {
  return (
    <table className="sheet-table">
      <thead>
        <tr>
          <th scope="col">{words.count}</th>
          <th scope="col">{words.product}</th>
          <th scope="col">{words.grind}</th>
        </tr>
      </thead>
      <tbody>
        {linesToPack(order.items).map(({ key, count, name, weight, grind }) => (
          <tr key={key}>
            <td className="short ticked">{count} ×</td>
            <td>
              {name}
              {weight !== undefined && `, ${grams(weight)}`}
            </td>
            <td className="short">{grind}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
