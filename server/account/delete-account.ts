import { Problem } from '#contract/errors.ts'
import type { OrderState } from '#contract/values/states.ts'
import type { Identity } from '#server/identity/identity.ts'
import { stepUp } from '#server/identity/step-up.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { deleteOwnUser } from '#server/identity/users/delete-user.ts'
import type { ForgetUser } from '#server/identity/users/delete-user.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import { hasOrderIn, hasPaymentWithoutOrder, hasPendingPayment } from './queries.ts'

/** The states of orders for which the shop still needs its customer. */
const UNDER_WAY: readonly OrderState[] = ['waiting', 'paid', 'packed', 'sent', 'ready']

type Setup = { identity: Identity; forgetUser: ForgetUser; limits: SharedLimits }

/**
 * Deletes the account of the person who is signed in and has entered the password again, with everything that the shop
 * stores about the person but the orders. Sends a last mail about it. Refused for the last admin, and while an order is
 * on its way or a payment is open.
 */
export async function deleteOwnAccount(
  { identity, forgetUser, limits }: Setup,
  asked: StepUp,
): Promise<true | Problem> {
  const { database, provider, sendsMail } = identity
  const confirmed = await stepUp({ database, limits, provider }, asked)
  if (confirmed instanceof Problem) return confirmed
  return deleteOwnUser(
    { database, forgetUser },
    {
      subject: asked.person.subject,
      refuse,
      onDeleted: (tx, user) => (sendsMail ? queueLastMail(tx, user) : Promise.resolve()),
    },
  )
}

async function refuse(tx: Db, { id: userId, email }: UserRow): Promise<Problem | null> {
  if (await hasOrderIn(tx, { userId, email }, UNDER_WAY)) return new Problem('order-under-way')
  return (await hasPendingPayment(tx, userId)) ? new Problem('payment-open') : null
}

async function queueLastMail(tx: Db, { name, email }: UserRow): Promise<void> {
  const data = { template: 'account-deleted', name } as const
  await queueMails(tx, [{ recipient: email, replyTo: null, subject: 'Your account is deleted', data }])
}

/** Returns whether a payment of a user, which may still lead to an order, has no outcome yet. */
export function isPaying(tx: Db, userId: string): Promise<boolean> {
  return hasPaymentWithoutOrder(tx, userId)
}
