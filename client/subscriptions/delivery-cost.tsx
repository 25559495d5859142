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

/** What the bags of each delivery will cost as they are chosen in the dialog, what they cost today, and whether the parcel is charged. */
export function DeliveryCost({ subscription, choices, productId, quantity }: DeliveryCostProps) {
  const currency = useCurrency()
  const { product, price, newPrice } = subscription
  const cost = (bag: string, bags: number) => formatMoney((toMinor(bag, currency) ?? 0) * bags, currency)
  const today = cost(price, subscription.quantity)
  const then = cost(choices.find(({ _id }) => _id === productId)?.price ?? price, quantity)
  const isDearerSoon = newPrice && productId === product._id
  // The prices of parcels that the page knows are those of today's bags.
  const isSame = productId === product._id && quantity === subscription.quantity
  return (
    <p role="status">
      {then === today ? words.costs(today) : words.costsInstead(then, today)}
      {deliveryText(subscription, isSame, currency)}
      {isDearerSoon && ` ${words.newPrice(formatPrice(newPrice.price, currency), dayText(newPrice.from))}`}
    </p>
  )
}

/** Says what a parcel with the same bags costs, or that one with other bags is charged by them. */
function deliveryText({ ways, destination }: OwnSubscription, isSame: boolean, currency: string): string {
  const way = ways.find(({ _id }) => _id === destination.methodId)
  const price = way?.kind === 'parcel' ? deliveryPriceOf(way, destination.address?.country ?? null) : null
  if (price === null) return ''
  if (!isSame) return ` ${words.deliveryByBags}`
  return ` ${words.deliveryApart(price === 0 ? null : formatMoney(price, currency))}`
}
