import { Problem, wrongField } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import type { Correction } from '#contract/orders/order-details.ts'
import type { Address, Checkout } from '#contract/selling/settings.ts'
import { correctableStates } from '#contract/values/states.ts'
import { ADDRESS_CORRECTED, writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueStateMail } from '../order-mails.ts'
import type { Orders } from '../orders.ts'
import { stateConflict } from '../state/notify-customer.ts'
import { changeEmail, lockWithCustomer } from './change-email.ts'
import { findCheckout, hasUnusedGift } from './queries.ts'

/**
 * Corrects the email address and the postal address of an order that was not sent yet. What the customer agreed to pay
 * stays. Returns a problem if the order is sent or over, if the address is none to which it can go at this price, or if the
 * email address is new and the order belongs to an account. A guest whose email address was corrected always gets a mail,
 * because links that were mailed before end.
 */
export function correctOrder(
  orders: Orders,
  caller: Caller,
  { id, ...correction }: Correction & { id: string },
): Promise<Modified | Problem> {
  return orders.database.write(async ({ tx, publish }) => {
    const order = await lockCorrectable(tx, id)
    if (order instanceof Problem) return order
    const before = await findCheckout(tx, order)
    const after = correctCheckout({ orders, before, address: correction.address })
    if (after instanceof Problem) return after
    const email = correction.email?.toLowerCase() ?? order.email
    const isMoved = email !== order.email
    const fields = changedFields({ isMoved, before, after })
    if (fields.length === 0) return { acknowledged: true, modifiedCount: 0 }
    const refused = await storeCorrection(tx, order, { orders, email, isMoved, checkout: after })
    if (refused) return refused
    const detail = `${order.email}: ${fields.join(', ')}`
    await writeAudit(tx, caller, { action: ADDRESS_CORRECTED, subject: `Order ${order.number}`, detail })
    if ((isMoved || correction.tellsCustomer) && orders.sendsMail)
      await queueStateMail(tx, { ...order, email }, 'order-corrected')
    publish({ type: 'order-changed', userId: order.user_id })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

async function lockCorrectable(tx: Db, id: string): Promise<OrderRow | Problem> {
  const order = await lockWithCustomer(tx, id)
  if (!order) return new Problem('not-found')
  // The code of a gift is mailed once more to the right address.
  const isCorrectable = correctableStates.includes(order.state) || (await hasUnusedGift(tx, order))
  return isCorrectable ? order : stateConflict(order)
}

type Correcting = { orders: Orders; before: Checkout | null; address: Address | undefined }

/** Returns the checkout with the address that was sent. A pickup and an order without a checkout have none. */
function correctCheckout({ orders, before, address }: Correcting): Checkout | Problem | null {
  if (!address) return before
  if (!before?.address)
    return wrongField('address', 'must not be there: this order is not sent to an address')
  return orders.withAddress(before, address)
}

type Compared = { isMoved: boolean; before: Checkout | null; after: Checkout | null }

/** Returns the names of the fields that differ. The values are personal, so the audit log has only names. */
function changedFields({ isMoved, before, after }: Compared): string[] {
  const [old, corrected] = [before?.address, after?.address]
  const moved = isMoved ? ['email'] : []
  if (!old || !corrected) return moved
  // cast: the keys of an address
  const names = Object.keys(corrected) as (keyof Address)[]
  return [...moved, ...names.filter((name) => old[name] !== corrected[name])]
}

type Corrected = { orders: Orders; email: string; isMoved: boolean; checkout: Checkout | null }

async function storeCorrection(
  tx: Db,
  order: OrderRow,
  { orders, email, isMoved, checkout }: Corrected,
): Promise<Problem | undefined> {
  const refused = isMoved ? await changeEmail(tx, order, email) : undefined
  if (refused) return refused
  // A stranger may have got the mails with the links and the code.
  if (isMoved) await orders.replaceMailed(tx, order, orders)
  if (checkout) await storeCheckout(tx, order, checkout)
  return undefined
}

async function storeCheckout(tx: Db, { payment_id, user_id }: OrderRow, checkout: Checkout): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ data: JSON.stringify(checkout) })
    .where('payment_id', '=', payment_id)
    .where('user_id', '=', user_id)
    .execute()
}
