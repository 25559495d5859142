import { useQuery } from '@tanstack/react-query'
import { useCurrency } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import type { OwnOrder } from '#contract/orders/own-orders.ts'
import { pages } from '#contract/pages.ts'
import { formatPrice } from '#contract/values/money.ts'
import { words } from './texts.ts'

/**
 * Fetches the customer's orders that are placed but not paid, newest first. Their items have left the cart. Returns null
 * until the first response. The cart waits for it, because the orders would appear above the cart and push it down. If
 * the request fails, the cart is shown without them, and they are added if a retry succeeds.
 */
export function useWaitingOrders(): OwnOrder[] | null {
  const { data, failureCount } = useQuery(callQuery('GET /myOrders', { query: { state: 'waiting' } }))
  return data?.orders ?? (failureCount > 0 ? [] : null)
}

/** Says which orders wait for their payment and how much it is. A link leads to how the customer can pay, or cancel. */
export function WaitingOrders({ orders }: { orders: OwnOrder[] }) {
  const currency = useCurrency()
  if (orders.length === 0) return null
  return (
    <section aria-label={words.waiting} className="grid gap-4 max-w-3xl mb-8">
      {orders.map(({ _id, number, total }) => (
        <p key={_id} className="waiting-order">
          <b>{words.waits(number, formatPrice(total, currency))}</b>
          <ButtonLink tone="quiet" to={pages.ownReceipt(_id)} aria-label={words.howToPayOf(number)}>
            {words.howToPay}
          </ButtonLink>
        </p>
      ))}
    </section>
  )
}
