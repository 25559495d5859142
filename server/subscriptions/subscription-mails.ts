import type { SubscriptionEvent, SubscriptionFacts } from '#contract/values/mails.ts'
import { formatMoney } from '#contract/values/money.ts'
import { nameWithWeight } from '#contract/values/orders/grams.ts'
import { roastersChoiceText } from '#contract/values/orders/subscriptions.ts'
import { factsOfProduct, kindOf } from '#server/catalogue/roasters-choice.ts'
import { mint } from '#server/identity/tokens.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'

/** The time in milliseconds during which the link in a mail can be used: 60 days. */
const LINK_MS = 60 * 24 * 60 * 60_000

const SUBJECTS: Record<SubscriptionEvent, string> = {
  'begun': 'Your subscription has begun',
  'reminder': 'Your next coffee',
  'declined': 'Your card was declined',
  'confirm': 'Your bank wants you to confirm a payment',
  'paused': 'Your subscription is paused',
  'unpaid': 'Your subscription is paused',
  'sold-out': 'Your coffee is sold out',
  'impossible': 'Your coffee cannot be delivered',
  'price': 'The price of your subscription will change',
  'ended': 'Your subscription has ended',
  'resumed': 'Your subscription goes on',
  'link': 'The link to your subscriptions',
  'changed': 'Your subscription was changed',
  'stopped': 'Your subscription has ended',
  'gift': 'Your gift of coffee has begun',
  'gift-over': 'The last delivery of your gift',
}

/**
 * What is written to the customer of some subscriptions, which are all of the same. `earlier` is how they were before, and `cents`
 * an amount.
 */
type Letter = {
  event: SubscriptionEvent
  subscriptions: SubscriptionRow[]
  earlier?: SubscriptionRow[]
  cents?: number
} & Omit<SubscriptionFacts, 'amount' | 'before'>

/** Queues a mail about subscriptions, with a new link to the page on which they are changed. */
export async function queueSubscriptionMail(
  { tx, publish }: ShopWrite,
  { event, subscriptions, earlier, cents, ...facts }: Letter,
): Promise<void> {
  const [one] = subscriptions
  const owner =
    one && (await tx.selectFrom('users').selectAll().where('id', '=', one.user_id).executeTakeFirst())
  if (!owner || owner.archived_at !== null) return
  const { currency } = await readSelling(tx)
  const expiresAt = now() + LINK_MS
  const token = await mint(tx, { kind: 'subscriptions', owner: owner.id, expiresAt })
  const data = {
    template: 'subscription',
    event,
    name: owner.name,
    coffees: await describe(tx, subscriptions, currency),
    ...(earlier && { before: await describe(tx, earlier, currency) }),
    ...(cents !== undefined && { amount: formatMoney(cents, currency) }),
    ...facts,
    token,
    expiresAt,
  } as const
  await queueMails(tx, [{ recipient: owner.email, replyTo: null, subject: SUBJECTS[event], data }])
  publish({ type: 'mail-changed' })
}

/**
 * Returns a line about each subscription, such as `2 × Espresso, 250 g, Filter: $12.00 each, every 2 weeks`, or for a gift
 * `2 × Espresso, 250 g, Filter: every 2 weeks, 3 deliveries left`.
 */
async function describe(tx: Db, subscriptions: SubscriptionRow[], currency: string): Promise<string[]> {
  const ids = subscriptions.map(({ product_id }) => product_id)
  const products = await tx
    .selectFrom('products')
    .select(['id', 'name', 'weight_grams', factsOfProduct.as('facts')])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(products.map((product) => [product.id, product]))
  return subscriptions.map((subscription) => {
    const { product_id, roasters_choice, quantity, grind, price_cents, every_weeks } = subscription
    const { name = '', weight_grams = null, facts = null } = byId.get(product_id) ?? {}
    const coffee =
      roasters_choice === 1
        ? roastersChoiceText(kindOf(facts), weight_grams)
        : nameWithWeight(name, weight_grams)
    const what = [coffee, ...(grind ? [grind] : [])]
    const rhythm = every_weeks === 1 ? 'every week' : `every ${every_weeks} weeks`
    const { deliveries_left: left } = subscription
    const terms =
      left === null ? `${formatMoney(price_cents, currency)} each, ${rhythm}` : giftTerms(rhythm, left)
    return `${quantity} × ${what.join(', ')}: ${terms}`
  })
}

function giftTerms(rhythm: string, left: number): string {
  return left === 1 ? 'one delivery left' : `${rhythm}, ${left === 0 ? 'no' : left} deliveries left`
}
