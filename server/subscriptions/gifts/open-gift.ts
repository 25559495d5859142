import { Problem } from '#contract/errors.ts'
import type { OpenedGift } from '#contract/orders/gifts.ts'
import type { Address } from '#contract/selling/settings.ts'
import { usableAddress } from '#server/checkout/addresses.ts'
import { lockGuest, setGuest } from '#server/guests/guests.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { GiftData, GiftRow } from '#server/tables/subscription-rows.ts'
import type { SubscribedCheckout } from '../place-renewal.ts'
import { firstFreeDay, planFrom } from '../schedule.ts'
import { insertSubscription } from '../begin-subscriptions.ts'
import { queueSubscriptionMail } from '../subscription-mails.ts'
import { findGift, storedCode } from './gift-code.ts'
import type { GiftParts } from './quote-gift.ts'

/** Returns the gift with a code. */
export async function openGift(read: Db, code: string): Promise<OpenedGift | Problem> {
  const gift = await findGift(read, code)
  if (!gift) return new Problem('gift-unknown')
  const { productId, price: _, methodId: __, ...shown }: GiftData = JSON.parse(gift.data)
  const products = read.selectFrom('products').select(['name', 'img', 'weight_grams'])
  const product = await products.where('id', '=', productId).executeTakeFirstOrThrow()
  const { name, img, weight_grams } = product
  return {
    ...shown,
    product: { name, img, ...(weight_grams !== null && { weight: weight_grams }) },
    // cast: the contract has allowed no other number
    deliveries: gift.deliveries as OpenedGift['deliveries'],
    hasBegun: gift.subscription_id !== null,
  }
}

type Redeeming = { code: string; email?: string | undefined; address: Address }

/**
 * Begins the subscription of a gift, once. It belongs to the caller or, without one, to a guest with this email address. Returns
 * the day on which the first coffee is roasted.
 */
export async function redeemGift(
  { database, selling, sendsMail }: Pick<GiftParts, 'database' | 'selling' | 'sendsMail'>,
  caller: Caller | null,
  { code, email, address: sent }: Redeeming,
): Promise<{ firstOn: string } | Problem> {
  const address = usableAddress(sent)
  if (address instanceof Problem) return address
  const settings = await selling.settingsNow()
  return database.write(async (write) => {
    const { tx } = write
    const gift = await takeGift(tx, code)
    if (gift instanceof Problem) return gift
    const terms = termsOf(gift, address)
    if (!terms) return new Problem('cannot-be-delivered')
    const user_id = caller?.userId ?? (await insertGuest(tx, gift, { email, name: address.name }))
    if (user_id === null) return new Problem('not-signed-in')
    const free = firstFreeDay(settings, terms)
    const next_on = terms.next_on > free ? terms.next_on : free
    const begun = await insertSubscription(tx, { ...terms, user_id, next_on })
    if (sendsMail) await queueSubscriptionMail(write, { event: 'gift', subscriptions: [begun] })
    return { firstOn: planFrom(settings, begun)?.roastOn ?? next_on }
  })
}

/** Marks a gift as used and returns it. Of several requests with its code at one moment, the others get a problem. */
async function takeGift(tx: Db, code: string): Promise<(GiftRow & { subscription_id: string }) | Problem> {
  const taken = await tx
    .updateTable('gifts')
    .set({ subscription_id: newId() })
    .where('code_hash', '=', storedCode(code))
    .where('subscription_id', 'is', null)
    .returningAll()
    .$narrowType<{ subscription_id: string }>()
    .executeTakeFirst()
  if (taken) return taken
  return new Problem((await findGift(tx, code)) ? 'gift-used' : 'gift-unknown')
}

/** Returns the terms of the subscription of a gift, or null if the address is in another country than the one that was paid for. */
function termsOf(gift: GiftRow & { subscription_id: string }, address: Address) {
  const { productId, grind, quantity, everyWeeks, price, country, methodId, startOn }: GiftData = JSON.parse(
    gift.data,
  )
  if (address.country !== country) return null
  return {
    id: gift.subscription_id,
    payment_id: gift.payment_id,
    every_weeks: everyWeeks,
    next_on: startOn,
    mandate_id: null,
    product_id: productId,
    roasters_choice: 0,
    grind,
    quantity,
    price_cents: price,
    checkout: JSON.stringify({ methodId, address, note: '' } satisfies SubscribedCheckout),
    deliveries_left: gift.deliveries,
    created_at: now(),
  }
}

async function insertGuest(
  tx: Db,
  { payment_id }: GiftRow,
  { email, name }: { email: string | undefined; name: string },
): Promise<string | null> {
  if (email === undefined) return null
  const { id } = await lockGuest(tx, { cartId: `recipient ${payment_id}` })
  await setGuest(tx, { id, name, email: email.toLowerCase() })
  return id
}
