import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { OwnSubscription, SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { lockUser } from '#server/cart/cart.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Selling } from '#server/selling/selling.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { checkoutFor } from './delivery-ways.ts'
import { readSubscription } from './list-subscriptions.ts'
import { buyChange, currentMandate, findRoastersChoice, planChange } from './plan-change.ts'
import type { Values } from './plan-change.ts'
import { queueSubscriptionMail } from '../subscription-mails.ts'

export type Changing = {
  database: ShopDatabase
  products: Products
  selling: Pick<Selling, 'settingsNow'>
  sendsMail: boolean
}

/**
 * Changes a subscription of the caller. Returns the problem `not-found` for that of somebody else, and `delivery-closed` if its
 * next delivery, or the one that is asked for, can no longer be changed.
 */
export function changeSubscription(
  parts: Changing,
  { userId }: Pick<Caller, 'userId'>,
  wish: Omit<Change, 'userId'>,
): Promise<OwnSubscription | Problem> {
  return parts.database.write(async (write) => {
    const changed = await changeWithin(parts, write, { ...wish, userId })
    if (changed instanceof Problem) return changed
    return readSubscription(write.tx, changed.settings, wish.id)
  })
}

type Change = { id: string; change: SubscriptionChange; userId: string; endsGift?: boolean }
type Changed = { before: SubscriptionRow; after: SubscriptionRow; settings: SellingSettings }

/** Changes a subscription inside a transaction. `userId` is that of its owner. */
export async function changeWithin(
  { products, selling, sendsMail }: Changing,
  write: ShopWrite,
  { id, change, userId, endsGift }: Change,
): Promise<Changed | Problem> {
  const { tx } = write
  const settings = await selling.settingsNow()
  const before = await lockSubscription(tx, { id, userId })
  if (!before) return new Problem('not-found')
  const values = await valuesFor(products, tx, { settings, before, change, endsGift })
  if (values instanceof Problem) return values
  const after = await tx
    .updateTable('subscriptions')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (sendsMail && after.state !== before.state) await tellState(write, after)
  return { before, after, settings }
}

type Wanted = {
  settings: SellingSettings
  before: SubscriptionRow
  change: SubscriptionChange
  endsGift: boolean | undefined
}

/** Returns the new values of columns, or the problem why a subscription cannot be changed so. */
async function valuesFor(products: Products, tx: Db, asked: Wanted): Promise<Values | Problem> {
  const { settings, before, change, endsGift } = asked
  const planned = planChange(settings, before, { ...change, endsGift })
  if (planned instanceof Problem) return planned
  const bought = await buyChange(products, tx, asked)
  if (bought instanceof Problem) return bought
  const wanted = wantedOf(before, bought, change)
  const checkout = await checkoutFor(tx, settings, { wanted, destination: change.destination })
  if (checkout instanceof Problem) return checkout
  const roasters_choice = await findRoastersChoice(tx, settings, { wanted, change })
  if (roasters_choice instanceof Problem) return roasters_choice
  const mandate_id = await currentMandate(tx, before, planned)
  if (mandate_id instanceof Problem) return mandate_id
  const { quantity } = wanted
  return {
    ...planned,
    ...bought,
    every_weeks: change.everyWeeks,
    quantity,
    mandate_id,
    checkout,
    roasters_choice,
  }
}

/** Returns a subscription with the coffee and the quantity that it is changed to. */
function wantedOf(
  before: SubscriptionRow,
  { product_id = before.product_id, price_cents = before.price_cents }: Values,
  { quantity = before.quantity }: SubscriptionChange,
): SubscriptionRow {
  return { ...before, product_id, price_cents, quantity }
}

function tellState(write: ShopWrite, after: SubscriptionRow): Promise<void> {
  const event = after.state === 'ended' ? 'ended' : 'resumed'
  return queueSubscriptionMail(write, { event, subscriptions: [after] })
}

/** Reads a subscription after the lock of its owner was taken, so that its delivery is not ordered at the same moment. */
async function lockSubscription(
  tx: Db,
  { id, userId }: Pick<Change, 'id' | 'userId'>,
): Promise<SubscriptionRow | undefined> {
  const one = tx.selectFrom('subscriptions').selectAll().where('id', '=', id).where('user_id', '=', userId)
  const found = await one.executeTakeFirst()
  if (!found) return undefined
  await lockUser(tx, found.user_id)
  return one.executeTakeFirst()
}
