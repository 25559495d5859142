import { useQuery } from '@tanstack/react-query'
import { packedAs } from '#client/lib/packed-as.ts'
import { callQuery } from '#client/lib/query.ts'
import { totalRows } from '#client/ui/receipt/total-rows.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { OrderedProduct } from '#contract/orders.ts'
import type { Checkout } from '#contract/selling/settings.ts'
import { formatMoney, toMinor } from '#contract/values/money.ts'
import { countEqual } from '../equal-lines.ts'
import { Amount, SummaryLine } from '../summary-line.tsx'
import { returnWords as words } from '../texts.ts'

/** What was bought, as the checkout has shown it. It is left out if it cannot be loaded: the receipt shows it, too. */
export function OrderedItems({ orderId, checkout }: { orderId: string; checkout: Checkout }) {
  const { currency } = checkout
  const { data, isPending } = useQuery(callQuery('GET /myOrder/{id}', { params: { id: orderId } }))
  if (isPending) return <Skeleton className="h-40 w-full" />
  if (!data) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{words.ordered}</h2>
      <ul className="checkout-lines">
        {countEqual(data.items, partsOf).map(({ _id, price, count, ...item }) => (
          <SummaryLine
            key={_id}
            {...item}
            count={count}
            packed={packedAs(item)}
            price={formatMoney((toMinor(price, currency) ?? 0) * count, currency)}
          />
        ))}
      </ul>
      <dl className="checkout-totals">
        {totalRows(checkout).map(({ amount, ...row }) => (
          <Amount key={row.label} text={amount} {...row} />
        ))}
      </dl>
    </section>
  )
}

function partsOf({ productName, price, weight, grind }: OrderedProduct) {
  return [productName, price, weight, grind]
}
