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
  const { product, price, newPrice } = subscription
  const cost = (bag: string, bags: number) => formatMoney((toMinor(bag, currency) ?? 0) * bags, currency)
  const today = cost(price, subscription.quantity)
  const then = cost(choices.find(({ _id }) => _id === productId)?.price ?? price, quantity)
  const isDearerSoon = newPrice && productId === product._id
  return (
    <p role="status">
      {then === today ? words.costs(today) : words.costsInstead(then, today)}
      {deliveryText(subscription, currency)}
      {isDearerSoon && ` ${words.newPrice(formatPrice(newPrice.price, currency), dayText(newPrice.from))}`}
    </p>
  )
}

/** Says that a parcel is charged, too, or is free at the moment. */
function deliveryText({ ways, destination }: OwnSubscription, currency: string): string {
  const way = ways.find(({ _id }) => _id === destination.methodId)
  const price = way?.kind === 'parcel' ? deliveryPriceOf(way, destination.address?.country ?? null) : null
  return price === null ? '' : ` ${words.deliveryApart(price === 0 ? null : formatMoney(price, currency))}`
}
