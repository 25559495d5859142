import type { OrderedProduct } from '#contract/orders.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { DeliveryButton } from '../delivery/delivery-button.tsx'

/** The items of an order with their delivery states. */
export function OrderItems({ items }: { items: OrderedProduct[] }) {
  return (
    <ul className="order-items">
      {items.map((item) => (
        <li key={item._id}>
          <Item item={item} />
        </li>
      ))}
    </ul>
  )
}

function Item({ item }: { item: OrderedProduct }) {
  const packed = packedAs(item)
  return (
    <article className="card">
      <Picture src={item.img} alt="" sizes="(min-width: 64rem) 18rem, (min-width: 40rem) 45vw, 90vw" wide />
      <div className="card-body">
        <h2 id={rowFocusId(item._id)} className="card-title text-lg leading-tight">
          {item.productName}
        </h2>
        {packed !== null && <p>{packed}</p>}
        <p>
          <Price price={item.price} />
        </p>
        <DeliveryButton item={item} />
      </div>
    </article>
  )
}
