import { sql } from 'kysely'
import type { ExpressionBuilder, SqlBool } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import { namedAddress } from '#contract/values/product-pages.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { deleteWatchingGuests } from '#server/guests/guests.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'
import { countLeft, pieceSize } from './find-sold-out.ts'
import { addToStock, findStockedProduct } from './queries.ts'
import type { StockedProduct } from './queries.ts'

export type Watching = { database: ShopDatabase; sendsMail: boolean }

/**
 * Stores that the caller wants a mail when a product can be bought again. `modifiedCount` is 0 if the product is not
 * sold out. Returns a problem if the shop sends no mails, or if the product is not on sale.
 */
export async function watchProduct(
  { database, sendsMail }: Watching,
  caller: Caller,
  id: string,
): Promise<Modified | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  return database.write(({ tx }) => storeWatcher(tx, { id, userId: caller.userId }))
}

/**
 * Stores that a user wants a mail when the product `id` can be bought again. Does nothing if it is not sold out. Its stock is
 * locked until the end of the transaction: otherwise the product could come back before the watcher is stored.
 */
export async function storeWatcher(
  tx: Db,
  { id, userId }: { id: string; userId: string },
): Promise<Modified | Problem> {
  const product = await findStockedProduct(tx, id)
  if (!product) return new Problem('not-found')
  if (product.stock_id !== null) await addToStock(tx, { id: product.stock_id, amount: 0 })
  if (!(await isSoldOut(tx, product))) return { acknowledged: true, modifiedCount: 0 }
  await tx
    .insertInto('stock_watchers')
    .values({ product_id: id, user_id: userId, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { acknowledged: true, modifiedCount: 1 }
}

/** Returns whether a product is sold out. */
export async function isSoldOut(db: Db, { stock_id, weight_grams }: StockedProduct): Promise<boolean> {
  if (stock_id === null) return false
  const stock = await db.selectFrom('stocks').selectAll().where('id', '=', stock_id).executeTakeFirst()
  return stock !== undefined && countLeft(stock, weight_grams) === 0
}

export function unwatchProduct({ database }: Watching, caller: Caller, id: string): Promise<Modified> {
  return database.write(async ({ tx }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('stock_watchers')
      .where('product_id', '=', id)
      .where('user_id', '=', caller.userId)
      .executeTakeFirst()
    return { acknowledged: true, modifiedCount: Number(numDeletedRows) }
  })
}

/** The maximum number of watched products that are listed for a user. */
const MAX_WATCHED = 1000

/** Returns the ids of the products about which the caller wants a mail. */
export async function listWatchedProducts({ database }: Watching, { userId }: Caller): Promise<string[]> {
  const own = database.read.selectFrom('stock_watchers').select('product_id').where('user_id', '=', userId)
  return (await own.limit(MAX_WATCHED).execute()).map(({ product_id }) => product_id)
}

/** Lets a user wait for what a guest has waited for. */
export async function moveWatches(tx: Db, guestId: string, user_id: string): Promise<void> {
  const moved = await tx.deleteFrom('stock_watchers').where('user_id', '=', guestId).returningAll().execute()
  if (moved.length === 0) return
  await tx
    .insertInto('stock_watchers')
    .values(moved.map((row) => ({ ...row, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes a user as the watcher of all products, so that the user gets no more mails about products that are back. */
export async function deleteWatches(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('stock_watchers').where('user_id', '=', userId).execute()
}

/**
 * The products whose stock has changed: all that are taken from the stock `stockId`, or only the product `productId`.
 */
type Changed = { stockId: string } | { productId: string }

/** The maximum number of mails that one statement inserts. */
const AT_ONCE = 500

/**
 * Queues a mail for each watcher of the changed products that can be bought now, and deletes these watchers. Does
 * nothing for products that are still sold out. Must be called in the transaction that changes the stock.
 */
export async function mailWatchers(tx: Db, changed: Changed): Promise<void> {
  const watchers = await tx
    .deleteFrom('stock_watchers')
    .where('product_id', 'in', availableOf(changed))
    .returning(['product_id', 'user_id'])
    .execute()
  if (watchers.length === 0) return
  const productIds = [...new Set(watchers.map(({ product_id }) => product_id))]
  const rows = await tx
    .selectFrom('products')
    .select(['products.id', 'products.name', 'products.brand_id'])
    .where('products.id', 'in', productIds)
    .execute()
  const products = new Map(rows.map((product) => [product.id, product]))
  for (let at = 0; at < watchers.length; at += AT_ONCE) {
    const some = watchers.slice(at, at + AT_ONCE)
    const userIds = [...new Set(some.map(({ user_id }) => user_id))]
    const people = tx.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', userIds)
    const found = await people.where('archived_at', 'is', null).execute()
    const users = new Map(found.map((user) => [user.id, user]))
    const mails = some.flatMap(({ product_id, user_id }) => {
      const [product, user] = [products.get(product_id), users.get(user_id)]
      return product && user ? [mailOf(product, user)] : []
    })
    if (mails.length > 0) await queueMails(tx, mails)
    await deleteWatchingGuests(tx, userIds)
  }
}

/** Selects the ids of the changed products that can be bought now. */
function availableOf(changed: Changed) {
  return ({ selectFrom }: ExpressionBuilder<Tables, 'stock_watchers'>) =>
    selectFrom('products')
      .leftJoin('stocks', 'stocks.id', 'products.stock_id')
      .select('products.id')
      .where((eb) =>
        'stockId' in changed
          ? eb('products.stock_id', '=', changed.stockId)
          : eb('products.id', '=', changed.productId),
      )
      .where('products.archived_at', 'is', null)
      .where(sql<SqlBool>`(products.stock_id IS NULL OR stocks.remaining >= ${pieceSize})`)
}

type Product = { id: string; name: string; brand_id: string | null }

/** Returns the address of the page on which a product is bought. */
export function pageOf({ id, name, brand_id }: Product): string {
  return namedAddress(brand_id === null ? pages.bagDetails(id) : pages.coffee(id), name)
}

function mailOf(product: Product, { email, name }: { email: string; name: string }) {
  return {
    recipient: email,
    replyTo: null,
    subject: `${product.name} is back`,
    data: { template: 'back-in-stock' as const, name, product: product.name, page: pageOf(product) },
  }
}
