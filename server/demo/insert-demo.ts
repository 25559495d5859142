import type { Insertable } from 'kysely'
import { indexProducts } from '#server/catalogue/search/product-words.ts'
import { SELLING } from '#server/selling/read-selling.ts'
import { writeSetting } from '#server/shop/stored-settings.ts'
import type { Db } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { DemoCatalogue } from './demo-catalogue.ts'
import type { DemoHistory } from './demo-orders.ts'
import { demoSelling } from './demo-selling.ts'

type DemoRows = Omit<DemoCatalogue, 'byKey'> &
  DemoHistory & {
    subscription: Insertable<SubscriptionRow>
  }

export async function insertDemo(db: Db, rows: DemoRows): Promise<void> {
  await db.insertInto('users').values(rows.users).execute()
  await db.insertInto('images').values(rows.images).execute()
  await db.insertInto('brands').values(rows.brands).execute()
  await db.insertInto('products').values(rows.products).execute()
  await db.insertInto('stocks').values(rows.stocks).execute()
  await db.insertInto('stock_moves').values(rows.moves).execute()
  await db.insertInto('reviews').values(rows.reviews).execute()
  await indexProducts(db, { column: 'id', values: rows.products.map(({ id }) => id) })
  await db.insertInto('payments').values(rows.payments).execute()
  await db.insertInto('orders').values(rows.orders).execute()
  await db.updateTable('counters').set({ value: rows.orders.length }).where('name', '=', 'order').execute()
  await db.insertInto('cart_items').values(rows.items).execute()
  await db.insertInto('subscriptions').values(rows.subscription).execute()
  await writeSetting(db, SELLING, { value: demoSelling, version: 0 })
}
