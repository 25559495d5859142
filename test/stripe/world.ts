import { NO_EMAIL } from '#contract/values/limits.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { putInStock } from '#test/catalogue.ts'
import { discountRow, enter, itemRow, userRow } from '#test/rows.ts'
import { newId as newStripeId } from './objects.ts'
import type { Intent, Session } from './objects.ts'
import type { FakeStripe } from './serve.ts'
import type { ShopActions } from './shop-actions.ts'
import type { StripeShop } from './stripe-shop.ts'

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

/** Returns a customer with four lines in the cart and a saved card, in a Stripe account without payments. */
export async function newWorld(
  { stripe, database, shelves }: Pick<StripeShop, 'stripe' | 'database' | 'shelves'>,
  given: Pick<World, 'hasEmail' | 'shop' | 'restart'>,
): Promise<World> {
  const userId = newId()
  const { hasEmail } = given
  const email = emailFor(userId, hasEmail)
  const { espresso, lungo } = shelves
  const items = [espresso, lungo, espresso, lungo].map(({ id, price_cents }) =>
    itemRow({ user_id: userId, email, product_id: id, price_cents }),
  )
  const guest = { id: userId, subject: `guest ${userId}`, email, mailbox: email }
  await enter(database, { items, users: hasEmail ? [userRow(guest)] : [] })
  // The four lines together need two bags of espresso and 500 g of lungo.
  await putInStock(database, { unit: 'bags', remaining: 1 }, [espresso, null])
  await putInStock(database, { unit: 'grams', remaining: 400 }, [lungo, 250])
  const discounts = [discountRow({ max_uses: 2 }), discountRow({ max_per_person: 2 })]
  await enter(database, { discounts })
  stripe.account.clear()
  stripe.events.lose()
  const { customer } = stripe.account.cards.save(newStripeId('cus'))
  const mandate = { id: newId(), user_id: userId, customer: String(customer), gateway: 'stripe', card: '' }
  await database.write(({ tx }) =>
    tx
      .insertInto('mandates')
      .values({ ...mandate, consent: 1, given_at: 1, revoked_at: null })
      .execute(),
  )
  const prices = items.map(({ price_cents }) => price_cents)
  const cart = { userId, lines: items.map(({ id }) => id), prices }
  return {
    ...given,
    stripe,
    database,
    read: database.read,
    mandateId: mandate.id,
    ...cart,
    discounts: discounts.map(({ id }) => id),
  }
}

/** Returns the email address of a customer, or what is stored in its place. */
function emailFor(userId: string, hasEmail: boolean): string {
  return userId + (hasEmail ? '@people.example' : NO_EMAIL)
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

/**
 * Lets all renewals be due for some hours at least, and the gateway be asked again about those whose charge is open. The shop
 * never moves a renewal to a later time while its charge is open, because it looks for the charge from that time on.
 */
export async function letTimePass({ database, userId }: World, hours: number): Promise<void> {
  const at = now() - hours * HOUR_MS
  await database.write(({ tx }) =>
    tx
      .updateTable('payments')
      .set(({ eb }) => ({
        due_at: eb.case().when('due_at', '<', at).then(eb.ref('due_at')).else(at).end(),
        begun_at: eb('begun_at', '-', HOUR_MS),
      }))
      .where('user_id', '=', userId)
      .where('mandate_id', 'is not', null)
      .execute(),
  )
}
