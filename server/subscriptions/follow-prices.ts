import { bagPrice } from '#server/catalogue/roasters-choice.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { Parts } from './order-delivery.ts'
import { queueSubscriptionMail } from './subscription-mails.ts'

/** How long a customer pays the agreed price after a mail about a higher one: 14 days. */
const NOTICE_MS = 14 * 24 * 60 * 60_000

/** How many subscriptions are read at a time. */
const PAGE = 500

/**
 * Lets subscriptions follow the prices of their coffees. A lower price holds at once. A higher one holds 14 days after a mail,
 * unless the price returns before.
 */
export async function followPrices(
  { database, selling, sendsMail = false }: Pick<Parts, 'database' | 'selling' | 'sendsMail'>,
  signal?: AbortSignal,
): Promise<void> {
  const settings = await selling.settingsNow()
  let after = ''
  do {
    const page = await listPriced(database.read, after)
    after = page.length === PAGE ? (page.at(-1)?.id ?? '') : ''
    for (const { current_price, ...subscription } of page) {
      if (signal?.aborted) return
      await follow(database, subscription, { price: bagPrice(settings, current_price), sendsMail })
    }
  } while (after)
}

/** Lists the subscriptions whose coffee is on sale, with its price. Gifts are paid. */
function listPriced(db: Db, after: string): Promise<(SubscriptionRow & { current_price: number })[]> {
  return db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .selectAll('subscriptions')
    .select('products.price_cents as current_price')
    .where('subscriptions.id', '>', after)
    .where('subscriptions.state', '!=', 'ended')
    .where('subscriptions.deliveries_left', 'is', null)
    .where('products.archived_at', 'is', null)
    .orderBy('subscriptions.id')
    .limit(PAGE)
    .execute()
}

type Current = { price: number; sendsMail: boolean }

async function follow(
  database: ShopDatabase,
  subscription: SubscriptionRow,
  { price, sendsMail }: Current,
): Promise<void> {
  const values = changeOf(subscription, price)
  const { id, product_id, price_cents, new_price_cents, new_price_from } = subscription
  const isSame = values.price_cents === price_cents && values.new_price_cents === new_price_cents
  // A shop that cannot tell its customers keeps the agreed price.
  const isUntold = values.new_price_cents !== null && !sendsMail
  if (isSame || isUntold) return
  await database.write(async (write) => {
    const changed = await write.tx
      .updateTable('subscriptions')
      .set(values)
      .where('id', '=', id)
      .where('product_id', '=', product_id)
      .where('price_cents', '=', price_cents)
      .where('state', '!=', 'ended')
      .where('new_price_from', new_price_from === null ? 'is' : '=', new_price_from)
      .returningAll()
      .executeTakeFirst()
    if (!changed || !sendsMail || values.new_price_cents === null) return
    await queueSubscriptionMail(write, {
      event: 'price',
      subscriptions: [changed],
      cents: price,
      at: values.new_price_from,
    })
  })
}

const NO_NEW_PRICE = { new_price_cents: null, new_price_from: null }

/** Returns the prices of a subscription whose coffee costs `price` now. */
function changeOf(
  { price_cents: agreed, new_price_cents, new_price_from }: SubscriptionRow,
  price: number,
):
  | ({ price_cents: number } & typeof NO_NEW_PRICE)
  | { price_cents: number; new_price_cents: number; new_price_from: number } {
  const hasCome = new_price_from !== null && new_price_from <= now()
  const price_cents = hasCome ? (new_price_cents ?? agreed) : agreed
  if (price <= price_cents) return { price_cents: price, ...NO_NEW_PRICE }
  if (!hasCome && price === new_price_cents && new_price_from !== null)
    return { price_cents, new_price_cents, new_price_from }
  return { price_cents, new_price_cents: price, new_price_from: now() + NOTICE_MS }
}
