import { useCurrency } from '#client/lib/page-state.ts'
import type { OwnSubscription, SubscriptionChoice } from '#contract/orders/subscriptions.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import { formatMoney, formatPrice, toMinor } from '#contract/values/money.ts'
import { deliveryPriceOf } from '#contract/values/orders/delivery-price.ts'
import { words } from './texts.ts'

type DeliveryCostProps = {
  subscription: OwnSubscription
  /** The coffees that can be chosen, with the price of a bag, and the one that is chosen. */
  choices: SubscriptionChoice[]
  productId: string
  quantity: number
}

/** What each delivery will cost with what is chosen in the dialog, and what it costs today if that is something else. */
export function DeliveryCost({ subscription, choices, productId, quantity }: DeliveryCostProps) {
  const currency = useCurrency()
  const { product, newPrice, ways, destination } = subscription
  const cost = (bag: string, bags: number) => formatMoney((toMinor(bag, currency) ?? 0) * bags, currency)
  const today = cost(subscription.price, subscription.quantity)
  const chosen = choices.find(({ _id }) => _id === productId)
  const then = cost(chosen?.price ?? subscription.price, quantity)
  const way = ways.find(({ _id }) => _id === destination.methodId)
  const delivery = way?.kind === 'parcel' ? deliveryPriceOf(way, destination.address?.country ?? null) : null
  return (
    <p role="status">
      {[
        then === today ? words.costs(today) : words.costsInstead(then, today),
        delivery !== null && words.deliveryApart(delivery === 0 ? null : formatMoney(delivery, currency)),
        newPrice &&
          productId === product._id &&
          words.newPrice(formatPrice(newPrice.price, currency), dayText(newPrice.from)),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}
