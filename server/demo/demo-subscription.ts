import type { Insertable } from 'kysely'
import type { Address } from '#contract/selling/settings.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { SubscribedCheckout } from '#server/subscriptions/place-renewal.ts'
import { dateIn } from '#server/subscriptions/schedule.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { DemoHistory } from './demo-orders.ts'
import { demoSelling } from './demo-selling.ts'

/** When the next delivery is planned, in days from the first start. It can be changed for at least two days. */
const NEXT_DAYS = 10

const address: Address = {
  name: 'Sam Shopper',
  company: '',
  line1: '48 Orchard Street',
  line2: '',
  city: 'Hudson',
  region: 'NY',
  postcode: '12534',
  country: 'US',
  phone: '',
}

/** Returns a running subscription of the demo shop's shopper to the coffee that the shopper has bought last. */
export function demoSubscription({ items }: DemoHistory, userId: string): Insertable<SubscriptionRow> {
  const bought = items.findLast(({ user_id, brand }) => user_id === userId && brand !== null)
  if (!bought?.payment_id) throw new Error('The shopper of the demo shop has bought no coffee.')
  const checkout: SubscribedCheckout = { methodId: 'parcel', address, note: '' }
  return {
    id: newId(),
    user_id: userId,
    payment_id: bought.payment_id,
    state: 'active',
    every_weeks: 2,
    next_on: dateIn(demoSelling, now()).add({ days: NEXT_DAYS }).toString(),
    product_id: bought.product_id,
    roasters_choice: 0,
    quantity: 2,
    price_cents: bought.price_cents,
    checkout: JSON.stringify(checkout),
    created_at: bought.created_at,
  }
}
