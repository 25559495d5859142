import { useQuery } from '@tanstack/react-query'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import type { PageShop } from '#contract/shop/profile.ts'
import { useShop } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { PrintedPage } from '#client/orders/printed-page.tsx'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
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

/** Returns the name and the address of the shop in one line. */
function senderOf({ name, contact }: PageShop): string {
  return [name, ...contact.address.split('\n')].filter((line) => line.trim() !== '').join(' · ')
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
