import fc from 'fast-check'
import { vi } from 'vitest'
import type { SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { now } from '#server/platform/clock.ts'
import { decideMissed } from '#server/subscriptions/desk/decide-missed.ts'
import { changeSubscription } from '#server/subscriptions/own/change-subscription.ts'
import { dayOfNext } from '#contract/values/orders/subscriptions.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { putInStock, setPrice } from '#test/catalogue.ts'
import type { Given, TestShop } from '#test/shop.ts'
import { take } from '#test/stripe/history.ts'
import { ADA } from '#test/stripe/shop-actions.ts'
import type { World } from '#test/stripe/world.ts'
import { deliveriesOf, expectNoneLost, nameOf } from './subscription-audit.ts'
import { runSubscriptionJobs, subscriptionsOf } from './subscriptions.ts'

const DAY_MS = 24 * 60 * 60_000
/** Longer than most rhythms, and than the time in which a delivery can still be ordered. */
const A_MONTH = 30

/**
 * A customer with subscriptions, in one shop or in several on the same database. `decided` has the missed deliveries that the
 * owner has sent.
 */
export type Subscriber = {
  world: World
  shop: (by: number) => Pick<TestShop, 'database' | 'payments' | 'selling'>
  shelves: Given['shelves']
  decided: Set<string>
}

type Moment = Subscriber & { at: number; by: number }

/** The random actions on subscriptions, of the customer, the owner and the jobs of a shop. */
const acts: Record<string, (moment: Moment) => Promise<unknown>> = {
  'the jobs run': ({ shop, by }) => runSubscriptionJobs(shop(by)),
  'skip': (moment) =>
    change(moment, ({ next_on, every_weeks }) => ({ nextOn: dayOfNext(next_on, every_weeks) })),
  'put off': (moment) =>
    change(moment, ({ next_on }) => ({
      nextOn: Temporal.PlainDate.from(next_on).add({ days: moment.at }).toString(),
    })),
  'end': (moment) => change(moment, () => ({ state: 'ended' })),
  'resume': (moment) => change(moment, () => ({ state: 'active' })),
  'change the coffee': (moment) =>
    change(moment, () => ({ productId: moment.shelves.lungo.id, secondChoice: moment.shelves.espresso.id })),
  'new bags arrive': ({ world: { database }, shelves, at }) =>
    putInStock(database, { unit: 'bags', remaining: at }, [shelves.espresso, null], [shelves.lungo, null]),
  'the price changes': ({ world: { database }, shelves, at }) =>
    setPrice(database, shelves.espresso, 200 + at * 10),
  'the owner sends what was missed': (moment) => decide(moment, 'send'),
  'the owner leaves out what was missed': (moment) => decide(moment, 'leave-out'),
}

/** Actions during which no other action runs. */
const passing: Record<string, (moment: Moment) => Promise<void>> = {
  'days pass': (moment) => letDaysPass(moment, 1 + (moment.at % 4)),
  'a month passes': (moment) => letDaysPass(moment, A_MONTH + moment.at),
}

/** Actions of the histories of payments. */
const ofPayments = [
  'mark paid',
  'mark paid',
  'take back',
  'cancel',
  'refund',
  'refund at Stripe',
  'reconcile',
  'kill',
  'events arrive',
  'events are lost',
  'charge the renewals',
  'saved cards are declined, or not',
]

const days = Array.from({ length: 10 }, () => 'days pass')

/** A random action, as in the histories of payments. */
const step = fc.record({
  does: fc.constantFrom(...days, ...Object.keys(passing), ...Object.keys(acts), ...ofPayments),
  at: fc.nat({ max: 14 }),
  by: fc.nat({ max: 1 }),
  fault: fc.constantFrom(null, null, null, null, 'garbled' as const, 'error' as const),
  waits: fc.boolean(),
})

export const subscriptionHistory = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 25 }),
  losesEvents: fc.boolean(),
})

/** Carries out random actions. Time passes only when none of them is in progress. */
export async function live(
  subscriber: Subscriber,
  steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
): Promise<void> {
  const running: Promise<unknown>[] = []
  for (const { does, at, by, fault, waits } of steps) {
    const moment = { ...subscriber, at, by }
    const pass = passing[does]
    if (pass || waits) await Promise.all(running.splice(0))
    if (pass) await pass(moment)
    else running.push(acts[does]?.(moment) ?? take(subscriber.world, { does, at, by, fault, waits }))
  }
  await Promise.all(running)
}

async function change(
  { world: { userId }, shop, at, by }: Moment,
  plan: (subscription: SubscriptionRow) => SubscriptionChange,
): Promise<void> {
  const { database, selling, payments } = shop(by)
  const subscriptions = await subscriptionsOf({ database }, { userId })
  const subscription = subscriptions[at % subscriptions.length]
  const parts = { database, selling, products: payments.products, sendsMail: true }
  if (subscription)
    await changeSubscription(parts, { userId }, { id: subscription.id, change: plan(subscription) })
}

async function decide({ world, shop, by, decided }: Moment, decision: 'send' | 'leave-out'): Promise<void> {
  const missed = await deliveriesOf(world, 'missed')
  const [one] = missed
  if (!one) return
  const [id, day] = [one.subscription_id, one.roast_on]
  const parcel = missed.filter(({ roast_on }) => roast_on === day)
  if (decision === 'send') for (const delivery of parcel) decided.add(nameOf(delivery))
  await decideMissed({ ...shop(by), sendsMail: true }, ADA, { id, day, decision })
}

/** Lets days pass, in which no job runs, and then runs the jobs of both shops at once. */
async function letDaysPass(moment: Moment, count: number): Promise<void> {
  const { world, shop } = moment
  const before = await subscriptionsOf(world, world)
  vi.setSystemTime(now() + count * DAY_MS)
  await Promise.all([0, 1].map((by) => runSubscriptionJobs(shop(by))))
  // A subscription whose deliveries were put off to one day has a second one to plan.
  await runSubscriptionJobs(shop(0))
  await expectNoneLost(world, { before, settings: await shop(0).selling.settingsNow() })
}
