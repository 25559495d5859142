import type { Address, DeliveryMethod, SellingSettings } from '#contract/selling/settings.ts'
import type { OpenRenewal, OwnSubscription, OwnSubscriptions } from '#contract/orders/subscriptions.ts'
import { findZone } from '#contract/values/orders/delivery-price.ts'
import { toAmountText } from '#contract/values/money.ts'
import { writeAddress } from '#server/checkout/addresses.ts'
import { promiseFor } from '#server/checkout/roast-promise.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'
import type { GiftRow, MandateRow, SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { SubscribedCheckout } from '../place-renewal.ts'
import { listChoices } from './list-choices.ts'
import { canCome, waysFor } from './delivery-ways.ts'
import { factsOfProduct, kindOf } from '#server/catalogue/roasters-choice.ts'
import { firstFreeDay, lastDay, planFrom, planNext } from '../schedule.ts'
import type { Planned } from '../schedule.ts'

/** The maximum numbers of subscriptions and renewals on a customer's page. */
const MAX_OWN = 100

/** The number of planned deliveries that a customer sees of each subscription. */
const SHOWN_DELIVERIES = 3

/** Returns the subscriptions of a user, newest first, with what they can be changed to. */
export async function listSubscriptions(read: Db, { userId }: { userId: string }): Promise<OwnSubscriptions> {
  const settings = await readSelling(read)
  const rows = await withProducts(read)
    .where('subscriptions.user_id', '=', userId)
    .orderBy('subscriptions.id', 'desc')
    .limit(MAX_OWN)
    .execute()
  return {
    subscriptions: rows.map((row) => presentSubscription(settings, row)),
    renewals: await listRenewals(read, { userId, currency: settings.currency }),
    choices: rows.length > 0 ? await listChoices(read, settings, rows) : [],
    grinds: settings.grinds,
    lastDay: lastDay(settings).toString(),
  }
}

/** Returns a subscription as its owner sees it, as it is inside a transaction. */
export async function readSubscription(
  tx: Db,
  settings: SellingSettings,
  id: string,
): Promise<OwnSubscription> {
  const row = await withProducts(tx).where('subscriptions.id', '=', id).executeTakeFirstOrThrow()
  return presentSubscription(settings, row)
}

type Shown = SubscriptionRow &
  Pick<ProductRow, 'name' | 'img' | 'weight_grams'> & {
    card: MandateRow['card'] | null
    facts: string | null
    gift: GiftRow['data'] | null
  }

function withProducts(db: Db) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .leftJoin('mandates', 'mandates.id', 'subscriptions.mandate_id')
    .leftJoin('gifts', 'gifts.subscription_id', 'subscriptions.id')
    .selectAll('subscriptions')
    .select(['products.name', 'products.img', 'products.weight_grams', 'mandates.card', 'gifts.data as gift'])
    .select(factsOfProduct.as('facts'))
}

function presentSubscription(settings: SellingSettings, row: Shown): OwnSubscription {
  const { methodId, address }: SubscribedCheckout = JSON.parse(row.checkout)
  const { currency } = settings
  const method = settings.methods.find(({ id }) => id === methodId)
  const next = canCome(settings, row, { methodId, address }) ? nextOf(settings, row) : []
  const [first] = next
  const later = first && roastDayAfter(settings, row, first.roastOn)
  return {
    _id: row.id,
    product: {
      _id: row.product_id,
      name: row.name,
      img: row.img,
      ...(row.weight_grams !== null && { weight: row.weight_grams }),
    },
    secondChoice: row.second_product_id,
    roastersChoice: row.roasters_choice === 1,
    kind: kindOf(row.facts),
    grind: row.grind,
    quantity: row.quantity,
    price: toAmountText(row.price_cents, currency),
    ...newPriceOf(row, currency),
    everyWeeks: row.every_weeks,
    state: row.state,
    nextOn: row.next_on,
    firstDay: firstFreeDay(settings, row),
    ...(later && { later }),
    delivery: method?.name ?? '',
    destination: { methodId, address },
    ways: waysFor(settings, row),
    addressLines: address ? writeAddress(address) : [],
    ...(row.card !== null && { card: row.card }),
    ...(row.deliveries_left !== null && { deliveriesLeft: row.deliveries_left }),
    next: next.flatMap((planned) => presentPlanned(settings, planned, { method, address })),
  }
}

function nextOf(settings: SellingSettings, row: Shown): Planned[] {
  const left = row.deliveries_left ?? SHOWN_DELIVERIES
  return row.state === 'active' ? planNext(settings, row, Math.min(left, SHOWN_DELIVERIES)) : []
}

function newPriceOf({ new_price_cents: cents, new_price_from: from }: Shown, currency: string) {
  return cents === null || from === null ? {} : { newPrice: { price: toAmountText(cents, currency), from } }
}

type Way = { method: DeliveryMethod | undefined; address: Address | null }

/** Returns a delivery with the days between which it arrives. */
function presentPlanned(
  { roasting, timeZone }: SellingSettings,
  { day, closesAt, cutOffAt }: Planned,
  { method, address }: Way,
): OwnSubscription['next'] {
  const zone = method && address ? findZone(method, address.country) : null
  const promise = promiseFor(roasting, { at: cutOffAt - 1, timeZone }, zone?.transitDays ?? null)
  return promise ? [{ day, promise, changeUntil: closesAt }] : []
}

/** Returns the roast day after another one. */
function roastDayAfter(settings: SellingSettings, row: SubscriptionRow, roastOn: string): string | undefined {
  const next_on = Temporal.PlainDate.from(roastOn).add({ days: 1 }).toString()
  return planFrom(settings, { ...row, next_on })?.roastOn
}

async function listRenewals(
  read: Db,
  { userId, currency }: { userId: string; currency: string },
): Promise<OpenRenewal[]> {
  const rows = await read
    .selectFrom('renewals')
    .innerJoin('orders', 'orders.payment_id', 'renewals.id')
    .innerJoin('checkouts', 'checkouts.payment_id', 'renewals.id')
    // The renewal of a missed delivery has the day that was missed.
    .select(['orders.id', 'number', 'state', 'checkouts.roast_on', 'renewals.roast_on as planned_on'])
    .select('total_cents')
    .where('renewals.user_id', '=', userId)
    .where('orders.state', 'in', ['waiting', 'paid', 'packed'])
    .orderBy('renewals.id', 'desc')
    .limit(MAX_OWN)
    .execute()
  return rows.map(({ id, number, state, roast_on, planned_on, total_cents }) => ({
    _id: id,
    number,
    state,
    roastOn: roast_on ?? planned_on,
    total: toAmountText(total_cents, currency),
  }))
}
