import type { Rhythm } from '#contract/values/orders/subscriptions.ts'

/**
 * A person's consent to later charges of the gateway's `customer`, who has one card. `card` is the text by which the person
 * knows it. `consent` is the version of the text that the person agreed to.
 */
export type MandateRow = {
  id: string
  user_id: string
  gateway: string
  customer: string
  /** The gateway's id of the card, or null if the customer's only card has to be looked up. */
  method: string | null
  card: string
  consent: number
  given_at: number
  revoked_at: number | null
  /** When the card was deleted at the gateway, or null. */
  dropped_at: number | null
}

/**
 * The gateway's ids of a customer with exactly one saved card, and of that card, which is null if it was not told, and the text
 * by which the customer knows the card.
 */
export type SavedCard = Pick<MandateRow, 'customer' | 'method' | 'card'>

/**
 * A coffee that comes every few weeks. `payment_id` is that of the first order. `next_on` is the day from which the next
 * delivery is roasted, in the shop's time zone. Without a mandate, each delivery is paid by transfer. `price_cents` is what a bag
 * costs until `new_price_from`. `checkout` is a `SubscribedCheckout` as JSON.
 */
export type SubscriptionRow = {
  id: string
  user_id: string
  payment_id: string
  state: 'active' | 'paused' | 'ended'
  every_weeks: number
  next_on: string
  mandate_id: string | null
  product_id: string
  /** What is sent if the coffee is sold out, or null. */
  second_product_id: string | null
  /** 1 if each delivery after the first is another coffee of the kind and the size of `product_id`, otherwise 0. */
  roasters_choice: number
  grind: string | null
  quantity: number
  price_cents: number
  new_price_cents: number | null
  new_price_from: number | null
  checkout: string
  /** How many deliveries of a gift can still be ordered, or null if the deliveries are paid one by one. */
  deliveries_left: number | null
  /** The roast day about which the customer was reminded last, or null. */
  reminded_for: string | null
  created_at: number
  ended_at: number | null
  ended_reason: string | null
  /** When it was last resumed, after it was paused or had ended, or null. */
  resumed_at: number | null
  /** A `Present` as JSON, or null. */
  present: string | null
}

/**
 * One bag more that the shop adds to the next delivery of a subscription. It was left out of the delivery of the roast day
 * `soldOutOn` if that is not null.
 */
export type Present = { productId: string; soldOutOn: string | null }

/** The deliveries of a person's subscriptions to one place on one roast day. `id` is that of the payment of their order. */
export type RenewalRow = {
  id: string
  user_id: string
  roast_on: string
  /** The way of delivery and the address as JSON. */
  place: string
  /** Empty if it is paid by transfer. */
  mandate_id: string
  created_at: number
}

/**
 * What became of a planned delivery: `ordered` with a renewal, `sold-out`, `impossible` if the shop no longer delivers there, or
 * `missed` because nothing was ordered in time. The owner decides about a missed one, which is then `left-out` or planned anew.
 */
export type DeliveryRow = {
  subscription_id: string
  roast_on: string
  state: 'ordered' | 'sold-out' | 'impossible' | 'missed' | 'left-out'
  renewal_id: string | null
  created_at: number
}

/**
 * A subscription that was paid once, as a gift. `payment_id` and `user_id` are those of the buyer, and `request` is an id of the
 * request to buy it. `data` is a `GiftData` as JSON.
 */
export type GiftRow = {
  payment_id: string
  user_id: string
  request: string
  deliveries: number
  data: string
  /** The SHA-256 of the code with which the recipient begins the subscription, or null while the gift is not paid. */
  code_hash: string | null
  subscription_id: string | null
  created_at: number
}

/** What was bought for whom. `price` is that of a bag, in the smallest unit of the currency. `from` is the buyer's name. */
export type GiftData = {
  productId: string
  grind: string | null
  quantity: number
  everyWeeks: Rhythm
  price: number
  country: string
  methodId: string
  startOn: string
  from: string
  recipient: string
  message: string
}
