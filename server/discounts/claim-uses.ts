import type { Expression } from 'kysely'
import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'
import type { Granted } from './apply-discounts.ts'
import { isAboutPerson } from './find-discounts.ts'
import { findEmail, hasOrdered, personOf } from './person.ts'
import { listUses } from './queries.ts'

type Claim = { paymentId: string; userId: string; granted: readonly Granted[] }

/**
 * Stores what a payment gets off, in the transaction that opens it. If a discount has ended or is used up since it was
 * shown, or this person may not use it any more, returns a problem, which rolls the transaction back. If the payment
 * fails, `giveBackUses` gives the uses back.
 *
 * The discounts are locked in the order of their ids, so that two payments cannot deadlock.
 */
export async function claimUses(tx: Db, { paymentId, userId, granted }: Claim): Promise<Problem | null> {
  if (granted.length === 0) return null
  const email = await findEmail(tx, userId)
  const person = personOf(email)
  for (const one of granted.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const row = await countUse(tx, one.id)
    const number = row && row.ended_at === null ? await freeNumber(tx, row, { email, person }) : null
    if (number === null) return refusalOf(one, row)
    const use = { id: newId(), discount_id: one.id, payment_id: paymentId, person, number, created_at: now() }
    const cents = { goods_cents: one.goods, delivery_cents: one.ofDelivery }
    await tx
      .insertInto('discount_uses')
      .values({ ...use, ...cents })
      .execute()
  }
  return null
}

/**
 * A discount without a code is not in the next quote if it has ended or is used up. One that may depend on the person
 * must be taken off by the client. The problem gives no reason, because a reason would tell whether the person has ordered here.
 */
function refusalOf({ code, name }: Granted, row: DiscountRow | undefined): Problem {
  if (code !== null)
    return codeRefused(`The code ${code} cannot be used for this order, so it was taken off.`)
  if (!row || !isAboutPerson(row)) return new Problem('total-changed')
  return new Problem('discount-refused', {
    detail: `“${name}” cannot be used for this order, so it was taken off.`,
  })
}

/** Returns the problem that a code is refused. The client takes off the code only if `errors` names it. */
export function codeRefused(detail: string): Problem {
  return new Problem('discount-refused', { detail, errors: [{ field: 'code', message: detail }] })
}

/**
 * Counts a use if one is left. The condition is part of the statement, so that parallel payments never take the same
 * one.
 */
function countUse(tx: Db, id: string): Promise<DiscountRow | undefined> {
  return tx
    .updateTable('discounts')
    .set(({ eb }) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', id)
    .where(({ or, eb, ref }) => or([eb('max_uses', 'is', null), eb('used', '<', ref('max_uses'))]))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Returns the first number that the person has not used, or null if the person may not use this discount, which is
 * locked.
 */
async function freeNumber(
  tx: Db,
  { id, max_per_person, is_first_order }: DiscountRow,
  { email, person }: { email: string; person: string },
): Promise<number | null> {
  if (is_first_order && (await hasOrdered(tx, email))) return null
  return nextNumber(tx, { id, max_per_person }, person)
}

async function nextNumber(
  tx: Db,
  { id, max_per_person }: Pick<DiscountRow, 'id' | 'max_per_person'>,
  person: string,
): Promise<number | null> {
  const taken = new Set(await listUses(tx, { discountId: id, person }))
  let number = 1
  while (taken.has(number)) number += 1
  return max_per_person !== null && number > max_per_person ? null : number
}

/**
 * Takes the uses of a payment again whose order was cancelled and is reopened. The customer was promised them, so they
 * may have ended since. Returns a problem if one of them is used up, also by this person.
 */
export async function reclaimUses(tx: Db, paymentId: string): Promise<Problem | null> {
  const uses = await tx
    .selectFrom('discount_uses')
    .select(['id', 'discount_id', 'person'])
    .where('payment_id', '=', paymentId)
    .where('number', 'is', null)
    .orderBy('discount_id')
    .execute()
  for (const { id, discount_id, person } of uses) {
    const row = await countUse(tx, discount_id)
    const number = row ? await nextNumber(tx, row, person) : null
    if (number === null) return new Problem('state-conflict', { detail: 'Its discount is used up.' })
    await tx.updateTable('discount_uses').set({ number }).where('id', '=', id).execute()
  }
  return null
}

/**
 * Gives back the uses of a payment that has failed, or whose order was cancelled or refunded. Does nothing the second
 * time.
 */
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

/** Removes the person from the uses of these payments, because the person's data is deleted. */
export async function forgetPerson(tx: Db, payments: Expression<string>): Promise<void> {
  await tx
    .updateTable('discount_uses')
    .set(({ ref }) => ({ person: ref('id') }))
    .where('payment_id', 'in', payments)
    .execute()
}
