import { Problem } from '#contract/errors.ts'
import type { ProductStock, Stock } from '#contract/selling/stock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { StockRow } from '#server/tables/stock-rows.ts'
import { findStock, findStockedProduct, listPools } from './queries.ts'

/** Returns the stock from which a product is taken, and the pools that an admin can choose for it instead. */
export async function showStock({ read }: ShopDatabase, id: string): Promise<ProductStock | Problem> {
  const product = await findStockedProduct(read, id)
  if (!product) return new Problem('not-found')
  const stock = product.stock_id === null ? undefined : await findStock(read, product.stock_id)
  return { ...(stock && { stock: present(stock) }), pools: (await listPools(read)).map(present) }
}

/** Returns whether a stock is a pool of grams, so that its products need a weight. */
export async function isPool(db: Db, id: string): Promise<boolean> {
  return (await findStock(db, id))?.unit === 'grams'
}

function present({ id, name, unit, remaining }: StockRow): Stock {
  return { _id: id, name, unit, remaining }
}
