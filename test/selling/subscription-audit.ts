import { expect } from 'vitest'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { cutOffOn } from '#server/selling/cut-off.ts'
import { readOverview } from '#server/subscriptions/desk/overview.ts'
import { dayOfNext } from '#contract/values/orders/subscriptions.ts'
import { isClosed, planFrom } from '#server/subscriptions/schedule.ts'
import type { DeliveryRow, SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { TestShop } from '#test/shop.ts'
import type { World } from '#test/stripe/world.ts'
import { subscriptionsOf } from './subscriptions.ts'

/* Checks what has become of the deliveries of a customer after a random history. */

export function deliveriesOf({ read, userId }: World, state?: DeliveryRow['state']): Promise<DeliveryRow[]> {
  return read
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .selectAll('deliveries')
    .where('user_id', '=', userId)
    .$if(state !== undefined, (query) => query.where('deliveries.state', '=', state ?? 'missed'))
    .execute()
}

/** Checks that no delivery of an active subscription is due after the jobs have run, and that each earlier one has a row. */
export async function expectNoneLost(
  world: World,
  { before, settings }: { before: SubscriptionRow[]; settings: SellingSettings },
): Promise<void> {
  const known = new Set((await deliveriesOf(world)).map(nameOf))
  for (const after of await subscriptionsOf(world, world)) {
    const old = before.find(({ id }) => id === after.id)
    if (old?.state !== 'active' || after.state !== 'active') continue
    expect(isClosed(settings, after)).toBe(false)
    for (let day = old.next_on; day < after.next_on; day = dayOfNext(day, old.every_weeks)) {
      const roast_on = planFrom(settings, { ...old, next_on: day })?.roastOn ?? ''
      expect(known).toContain(nameOf({ subscription_id: after.id, roast_on }))
    }
  }
}

/** Returns what identifies a delivery: its subscription and its roast day. */
export function nameOf({
  subscription_id,
  roast_on,
}: Pick<DeliveryRow, 'subscription_id' | 'roast_on'>): string {
  return `${subscription_id} ${roast_on}`
}

/**
 * Checks that each renewal was ordered in time, unless it has `decided` deliveries, which the owner has sent, and that there is
 * one renewal for a place, a day and a card.
 */
export async function expectOrderedInTime(
  world: World,
  { decided, settings }: { decided: Set<string>; settings: SellingSettings },
): Promise<void> {
  const late = (await deliveriesOf(world, 'ordered')).filter((delivery) => decided.has(nameOf(delivery)))
  const renewals = world.read.selectFrom('renewals').selectAll().where('user_id', '=', world.userId)
  const planned = (await renewals.execute()).filter(({ id }) => !late.some((one) => one.renewal_id === id))
  const { roasting, timeZone } = settings
  for (const { roast_on, created_at } of planned)
    expect(created_at).toBeLessThan(cutOffOn(Temporal.PlainDate.from(roast_on), { ...roasting, timeZone }))
  const places = planned.map(({ roast_on, place, mandate_id }) => [roast_on, place, mandate_id].join())
  expect(places).toEqual([...new Set(places)])
}

/** Checks that the owner is asked about each delivery that was missed. */
export async function expectAsked(
  world: World,
  shop: Pick<TestShop, 'database' | 'payments' | 'selling'>,
): Promise<void> {
  const missed = (await deliveriesOf(world, 'missed')).map(({ roast_on }) => roast_on)
  const asked = (await readOverview({ ...shop, sendsMail: true })).missed.map(({ day }) => day)
  expect(asked).toEqual(expect.arrayContaining(missed))
}
