import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { OrderState } from '#contract/values/states.ts'
import type { Identity } from '#server/identity/identity.ts'
import { stepUp } from '#server/identity/step-up.ts'
import type { StepUp } from '#server/identity/step-up.ts'
import { deleteUser } from '#server/identity/users/delete-user.ts'
import type { ForgetUser } from '#server/identity/users/delete-user.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Db } from '#server/shop-database.ts'
import { hasOrderIn } from './queries.ts'

/** The states of orders for which the shop still needs its customer. */
const UNDER_WAY: readonly OrderState[] = ['waiting', 'paid', 'packed', 'sent', 'ready']

type Setup = Pick<Identity, 'database' | 'provider' | 'sendsMail'> & {
  forgetUser: ForgetUser
  limits: SharedLimits
}

/**
 * Deletes the account of the person who is signed in and has entered the password again, with everything that the
 * shop stores about the person but the orders. `id` is that of the user. Sends a last mail about it. Refused for the
 * last admin, and while an order is on its way or a payment is open.
 */
export async function deleteOwnAccount(setup: Setup, asked: StepUp, id: string): Promise<true | Problem> {
  const { database, sendsMail, forgetUser } = setup
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  return deleteUser(database, {
    id,
    admin: null,
    forgetUser,
    finish: async (tx, { id: userId, email, name }) => {
      if (await hasOrderIn(tx, { userId, email }, UNDER_WAY)) return new Problem('order-under-way')
      if (await hasPendingPayment(tx, userId)) return new Problem('payment-open')
      const data = { template: 'account-deleted', name } as const
      const mail = { recipient: email, replyTo: null, subject: 'Your account is deleted', data }
      if (sendsMail) await queueMails(tx, [mail])
      return null
    },
  })
}

function pendingPaymentsOf(db: Db, userId: string) {
  return db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', sql.lit('pending'))
    .where('user_id', '=', userId)
    .limit(1)
}

async function hasPendingPayment(db: Db, userId: string): Promise<boolean> {
  return (await pendingPaymentsOf(db, userId).executeTakeFirst()) !== undefined
}

/**
 * Returns whether a payment of a user, which may still lead to an order, has no outcome yet. The order exists already
 * if a saved card is charged later, or if a transfer is to begin subscriptions or a gift.
 */
export async function isPaying(db: Db, userId: string): Promise<boolean> {
  const open = pendingPaymentsOf(db, userId).where(({ eb, or, not, exists, selectFrom }) =>
    or([
      eb('mandate_id', 'is not', null),
      eb('subscription', 'in', ['first', 'gift']),
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('orders.payment_id', '=', 'payments.id')
            .whereRef('orders.user_id', '=', 'payments.user_id'),
        ),
      ),
    ]),
  )
  return (await open.executeTakeFirst()) !== undefined
}
