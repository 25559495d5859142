import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { Intent, Session } from './objects.ts'
import type { FakeStripe } from './serve.ts'
import type { ShopActions } from './shop-actions.ts'

/** A customer with lines in the cart, in one shop or in several on the same database. Shops can be killed. */
export type World = {
  stripe: FakeStripe
  /** Returns one of the shops that run now. */
  shop: (by: number) => ShopActions
  /** Starts a new shop instead of one, as after a kill: nothing that the process had in memory is left. */
  restart: (by: number) => Promise<void>
  database: ShopDatabase
  read: Db
  userId: string
  /** The id of the mandate for the customer's saved card. */
  mandateId: string
  /** Whether the customer has an email address. Those of staff need none. */
  hasEmail: boolean
  lines: string[]
  /** The prices of the lines, in cents. */
  prices: number[]
  /** The ids of two discounts. Each can be used twice at the same time. */
  discounts: string[]
}

export function attemptsOf({ read, userId }: World): Promise<PaymentRow[]> {
  return read.selectFrom('payments').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** Returns the page of a payment, unless its URL has never arrived, so that nobody can open it. */
export function sessionOf({ stripe }: World, { session }: PaymentRow): Session | undefined {
  return stripe.account.sessions.get(session ?? '')
}

/** Returns the intent with which a payment was charged. */
export function chargeOf({ stripe }: World, { id }: PaymentRow): Intent | undefined {
  const intents = [...stripe.account.intents.values()]
  return intents.find(({ metadata, status }) => metadata['payment_id'] === id && status === 'succeeded')
}

const HOUR_MS = 60 * 60_000

/** Lets all renewals be due for some hours, and the gateway be asked again about those whose charge is open. */
export async function letTimePass({ database, userId }: World, hours: number): Promise<void> {
  await database.write(({ tx }) =>
    tx
      .updateTable('payments')
      .set(({ eb }) => ({ due_at: now() - hours * HOUR_MS, begun_at: eb('begun_at', '-', HOUR_MS) }))
      .where('user_id', '=', userId)
      .where('mandate_id', 'is not', null)
      .execute(),
  )
}
