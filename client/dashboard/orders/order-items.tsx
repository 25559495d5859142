import type { OrderDetails as Order, PackedOrder } from '#contract/orders/order-details.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { DeliveryButton } from '../delivery/delivery-button.tsx'
import { LotsOfOneLine } from '../lots/lots-of-line.tsx'

export function OrderItems({ order }: { order: Order | PackedOrder }) {
  const { items, checkout } = order
  return (
    <ul className="order-items">
      {items.map((item) => (
        <li key={item._id}>
          <article className="card">
            <Picture
              src={item.img}
              alt=""
              sizes="(min-width: 64rem) 18rem, (min-width: 40rem) 45vw, 90vw"
              wide
            />
            <div className="card-body">
              <h2 id={rowFocusId(item._id)} className="card-title text-lg leading-tight">
                {item.productName}
              </h2>
              {packedAs(item) !== null && <p>{packedAs(item)}</p>}
              <LotsOfOneLine order={order} item={item} />
              {'price' in item && (
                <>
                  <p>
                    <Price price={item.price} />
                  </p>
                  <DeliveryButton item={item} isPickup={checkout?.method.kind === 'pickup'} />
                </>
              )}
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
