import type { Expression } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'
import type { Granted } from './apply-discounts.ts'
import { findBuyer, hasOrdered, personOf } from './person.ts'
import type { Buyer } from './person.ts'
import { listUses } from './queries.ts'

type Claim = { paymentId: string; userId: string; granted: readonly Granted[] }

/**
 * Stores what a payment gets off, in the transaction that opens it. If a discount has ended or is used up since it was shown,
 * or this person may not use it any more, returns a problem, which rolls the transaction back. If the payment fails,
 * `giveBackUses` gives the uses back.
 *
 * The discounts are locked in the order of their ids, so that two payments cannot deadlock.
 */
export async function claimUses(tx: Db, { paymentId, userId, granted }: Claim): Promise<Problem | null> {
  if (granted.length === 0) return null
  const buyer = await findBuyer(tx, userId)
  const person = personOf(buyer) ?? userId
  for (const one of granted.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const row = await countUse(tx, one.id)
    const number = row ? await freeNumber(tx, row, { buyer, person }) : null
    if (number === null) return refusalOf(one)
    const use = { id: newId(), discount_id: one.id, payment_id: paymentId, person, number, created_at: now() }
    const cents = { goods_cents: one.goods, delivery_cents: one.ofDelivery }
    await tx
      .insertInto('discount_uses')
      .values({ ...use, ...cents })
      .execute()
  }
  return null
}

/** A customer who sees no code is shown the new total. */
function refusalOf({ code }: Granted): Problem {
  if (code === null) return new Problem('total-changed')
  return new Problem('discount-refused', { detail: `The code ${code} cannot be used any more.` })
}

/** Counts a use if one is left. The condition is part of the statement, so that parallel payments never take the same one. */
function countUse(tx: Db, id: string): Promise<DiscountRow | undefined> {
  return tx
    .updateTable('discounts')
    .set(({ eb }) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where(({ or, eb, ref }) => or([eb('max_uses', 'is', null), eb('used', '<', ref('max_uses'))]))
    .returningAll()
    .executeTakeFirst()
}

/** Returns the first number that the person has not used, or null if the person may not use this discount, which is locked. */
async function freeNumber(
  tx: Db,
  { id, max_per_person, is_first_order }: DiscountRow,
  { buyer, person }: { buyer: Buyer; person: string },
): Promise<number | null> {
  if (is_first_order && (await hasOrdered(tx, buyer))) return null
  const taken = new Set(await listUses(tx, { discountId: id, person }))
  let number = 1
  while (taken.has(number)) number += 1
  return max_per_person !== null && number > max_per_person ? null : number
}

/** Gives back the uses of a payment that has failed, or whose order was cancelled or refunded. Does nothing the second time. */
export async function giveBackUses(tx: Db, paymentId: string): Promise<void> {
  const given = await tx
    .updateTable('discount_uses')
    .set({ number: null })
    .where('payment_id', '=', paymentId)
    .where('number', 'is not', null)
    .returning('discount_id')
    .execute()
  for (const { discount_id } of given.toSorted((a, b) => (a.discount_id < b.discount_id ? -1 : 1)))
    await tx
      .updateTable('discounts')
      .set(({ eb }) => ({ used: eb('used', '-', 1) }))
      .where('id', '=', discount_id)
      .execute()
}

/** Lets the uses of these payments, whose person is deleted, belong to nobody. */
export async function forgetPerson(tx: Db, payments: Expression<string>): Promise<void> {
  await tx
    .updateTable('discount_uses')
    .set(({ ref }) => ({ person: ref('id') }))
    .where('payment_id', 'in', payments)
    .execute()
}
