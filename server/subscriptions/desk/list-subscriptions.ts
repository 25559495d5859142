import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ListedSubscription } from '#contract/orders/subscriptions-desk.ts'
import type { SubscriptionsQuery } from '#contract/paging.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { roastersChoiceText } from '#contract/values/orders/subscriptions.ts'
import { factsOfProduct, kindOf } from '#server/catalogue/roasters-choice.ts'
import { text } from '#server/platform/tables/column.ts'
import type { Column } from '#server/platform/tables/column.ts'
import { beginsWith, equals, toLowerAscii } from '#server/platform/tables/filters.ts'
import type { Condition } from '#server/platform/tables/filters.ts'
import { List } from '#server/platform/tables/list.ts'
import type { Db } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { nextRoastDay } from '../own/delivery-ways.ts'
import { priceOn } from '../lines-of-delivery.ts'

/** A subscription with its person and its coffee. */
export type NamedSubscription = SubscriptionRow & {
  name: string
  email: string
  coffee: string
  weight_grams: number | null
  facts: string | null
  /** The number of paid deliveries of a gift, or null. */
  gift_deliveries: number | null
}

/** Selects all subscriptions, each with its person and its coffee. */
export function selectNamed(db: Db) {
  return db
    .selectFrom('subscriptions')
    .selectAll('subscriptions')
    .select(({ selectFrom }) => {
      const user = selectFrom('users').whereRef('users.id', '=', 'subscriptions.user_id')
      const gift = selectFrom('gifts').whereRef('gifts.subscription_id', '=', 'subscriptions.id')
      const product = selectFrom('products').whereRef('products.id', '=', 'subscriptions.product_id')
      return [
        user.select('users.name').$asScalar().$notNull().as('name'),
        user.select('users.email').$asScalar().$notNull().as('email'),
        gift.select('gifts.deliveries').$asScalar().as('gift_deliveries'),
        product.select('products.name').$asScalar().$notNull().as('coffee'),
        product.select('products.weight_grams').$asScalar().as('weight_grams'),
        product.select(factsOfProduct.as('facts')).$asScalar().as('facts'),
      ]
    })
}

/** Returns the name of the coffee of a subscription, or that the roaster chooses it. */
export function coffeeOf({ roasters_choice, facts, weight_grams, coffee }: NamedSubscription): string {
  return roasters_choice === 1 ? roastersChoiceText(kindOf(facts), weight_grams) : coffee
}

const email = text(sql`email`)
const name = text(sql`lower(name)`)
const state = text(sql`state`)

/** The list of all subscriptions. Its filters look for the subscriber, and for a state. */
export const subscriptions = new List<Tables, 'subscriptions', NamedSubscription, SubscriptionsQuery>({
  rows: selectNamed,
  sorts: {},
  filters: [
    (query) => ofUsers(email, query.email?.trim().toLowerCase()),
    (query) => ofUsers(name, query.name && toLowerAscii(query.name.trim())),
    (query) => (query.state ? equals(state, query.state) : null),
  ],
})

/** Matches the subscriptions of users whose text in the column begins so. */
function ofUsers(column: Column, beginning: string | undefined): Condition<Tables> | null {
  const condition = beginsWith(column, beginning)
  if (!condition) return null
  return async () => sql<SqlBool>`user_id IN (SELECT id FROM users WHERE ${condition.check(column)})`
}

/** Returns a subscription as the owner sees it in the list. */
export function presentSubscription(settings: SellingSettings, row: NamedSubscription): ListedSubscription {
  return {
    _id: row.id,
    name: row.name,
    email: shownEmail(row.email),
    coffee: coffeeOf(row),
    quantity: row.quantity,
    everyWeeks: row.every_weeks,
    nextDay: nextRoastDay(settings, row),
    state: row.state,
    income: row.deliveries_left === null ? row.quantity * priceOn(row) : 0,
    ...(row.deliveries_left !== null && {
      gift: { left: row.deliveries_left, of: row.gift_deliveries ?? 0 },
    }),
  }
}
