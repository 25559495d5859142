import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { countLeft } from './few-left.ts'
import { deleteWatcher, findStockedProduct, insertWatcher, listWatched, lockStock } from './queries.ts'
import type { StockedProduct } from './queries.ts'

export type Watching = { database: ShopDatabase; sendsMail: boolean }

type Modified = { acknowledged: boolean; modifiedCount: number }

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
  return database.write(async ({ tx }) => {
    const product = await findStockedProduct(tx, id)
    if (!product) return new Problem('not-found')
    if (!(await isSoldOut(tx, product))) return { acknowledged: true, modifiedCount: 0 }
    await insertWatcher(tx, { product_id: id, user_id: caller.userId, created_at: now() })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

/**
 * Returns whether a product is sold out. Its stock is locked until the end of the transaction. Otherwise the product
 * could come back before the watcher is stored, and the watcher would get no mail.
 */
async function isSoldOut(tx: Db, { stock_id, weight_grams }: StockedProduct): Promise<boolean> {
  const stock = stock_id === null ? undefined : await lockStock(tx, stock_id)
  return stock !== undefined && countLeft(stock, weight_grams) === 0
}

export function unwatchProduct({ database }: Watching, caller: Caller, id: string): Promise<Modified> {
  return database.write(async ({ tx }) => {
    const isDeleted = await deleteWatcher(tx, { product_id: id, user_id: caller.userId })
    return { acknowledged: true, modifiedCount: isDeleted ? 1 : 0 }
  })
}

/** Returns the ids of the products about which the caller wants a mail. */
export async function listWatchedProducts({ database }: Watching, caller: Caller): Promise<string[]> {
  return (await listWatched(database.read, caller.userId)).map(({ product_id }) => product_id)
}

/** Deletes a user as the watcher of all products, so that the user gets no more mails about products that are back. */
export async function deleteWatches(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('stock_watchers').where('user_id', '=', userId).execute()
}
