import type { CheckoutRequest } from '#contract/selling/checkout.ts'
import type { Address } from '#contract/selling/settings.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import type { CoffeeRow } from '#server/tables/product-rows.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import { closeDue } from '#server/subscriptions/close-due.ts'
import { followPrices } from '#server/subscriptions/follow-prices.ts'
import { fill } from '#test/cart.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { lisbonAddress } from './portuguese-shop.ts'

type Wish = {
  coffees: CoffeeRow[]
  everyWeeks: Rhythm
  roastersChoice?: boolean
  way?: CheckoutRequest['way']
  address?: Address
  methodId?: string
}

/** Lets a person subscribe to a coffee, and pay for its first delivery. Returns the answer of the checkout. */
export async function subscribe(
  { database }: Pick<TestShop, 'database'>,
  person: TestPerson,
  { coffees, everyWeeks, roastersChoice = false, way, address = lisbonAddress, methodId = 'post' }: Wish,
) {
  const lines = await fill(person, ...coffees)
  const choice = { every_weeks: everyWeeks, roasters_choice: Number(roastersChoice) }
  await database.write(({ tx }) =>
    tx.updateTable('cart_items').set(choice).where('id', 'in', lines).execute(),
  )
  const quote = await person.call('POST /checkout/quote', {
    body: { lines, country: address.country, methodId },
  })
  const total = quote.answer.totals?.total ?? 0
  const promise = quote.answer.offers.find(({ id }) => id === methodId)?.promise ?? null
  const body = { lines, methodId, address, note: '', total, promise, ...(way && { way }) }
  return (await person.call('POST /checkout', { body })).answer
}

/** Lists the subscriptions of a person, oldest first. */
export function subscriptionsOf(
  { database }: Pick<TestShop, 'database'>,
  { userId }: { userId: string },
): Promise<SubscriptionRow[]> {
  const own = database.read.selectFrom('subscriptions').selectAll().where('user_id', '=', userId)
  return own.orderBy('id').execute()
}

/** Runs the jobs of a shop that order and charge what is due, and follow the prices. */
export async function runSubscriptionJobs(
  shop: Pick<TestShop, 'database' | 'payments' | 'selling'>,
): Promise<void> {
  const parts = { ...shop, sendsMail: true }
  await closeDue(parts)
  await chargeDue(parts.payments)
  await followPrices(parts)
}
