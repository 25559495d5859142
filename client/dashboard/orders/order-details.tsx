import type { FullOrder, OrderedProduct } from '#contract/orders.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price, withCents } from '#client/ui/price.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { DeliveryButton } from '../delivery/delivery-button.tsx'
import { Moment, PaymentMark } from '../marks/marks.tsx'
import { texts } from '../texts.ts'
import './order.css'

/** Shows the total of an order, its payment and time, and its items with their delivery states. */
export function OrderDetails({ order }: { order: FullOrder }) {
  return (
    <>
      <p className="cluster order-facts">
        <span className="price">{texts.total(withCents(order.total))}</span>
        <PaymentMark payment={order.payment} />
        <Moment at={order.orderedAt} />
      </p>
      <ul className="order-items">
        {order.items.map((item) => (
          <li key={item._id}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Item({ item }: { item: OrderedProduct }) {
  return (
    <article className="card">
      <Picture src={item.img} alt="" sizes="(min-width: 64rem) 18rem, (min-width: 40rem) 45vw, 90vw" wide />
      <div className="card-body">
        <h2 id={rowFocusId(item._id)} className="card-title text-lg leading-tight">
          {item.productName}
        </h2>
        <p>
          <Price price={item.price} />
        </p>
        <DeliveryButton item={item} />
      </div>
    </article>
  )
}
