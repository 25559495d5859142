import { Problem, problems } from '#contract/errors.ts'
import { describePriceProblem, findPriceProblem } from '#contract/selling/price-problems.ts'
import type { FieldError } from '#contract/errors.ts'
import type { PriceChange, PriceRow } from '#contract/shop-management.ts'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { formatMoney, toAmountText, toMinor } from '#contract/values/money.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import { changeStock } from '#server/stock/change-stock.ts'
import type { ProductRow } from '#server/tables/product-rows.ts'
import { keepFormerPrice, keptPriorPrice } from './former-prices.ts'
import { auditEntry, findLiveProduct, updateProduct } from './queries.ts'

/**
 * Lists what is on sale with its price and what is left of it: by brand or category, then by name, with all sizes of a
 * coffee together.
 */
export async function listPrices(db: Db, currency: string): Promise<PriceRow[]> {
  const rows = await db
    .selectFrom('products')
    .leftJoin('products as coffee', 'coffee.id', 'products.coffee_id')
    .leftJoin('brands', (join) =>
      join.on(({ eb, fn }) => eb('brands.id', '=', fn.coalesce('products.brand_id', 'coffee.brand_id'))),
    )
    .leftJoin('stocks', 'stocks.id', 'products.stock_id')
    .select(['products.id', 'products.name', 'products.weight_grams', 'products.price_cents'])
    .select(['stocks.id as stock_id', 'stocks.name as stock_name', 'stocks.unit', 'stocks.remaining'])
    .select(({ fn }) => fn.coalesce('brands.name', 'products.category').as('place'))
    .where('products.archived_at', 'is', null)
    .orderBy('place')
    .orderBy(({ fn }) => fn.coalesce('coffee.name', 'products.name'))
    .orderBy('products.weight_grams')
    .orderBy('products.id')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ id, name, place, weight_grams: weight, price_cents, ...row }) => ({
    _id: id,
    name,
    // A constraint of the table ensures that a coffee has a brand and a packet has a category.
    place: place ?? '',
    ...(weight !== null && { weight }),
    price: toAmountText(price_cents, currency),
    ...presentStock(row),
  }))
}

type StockColumns = {
  stock_id: string | null
  stock_name: string | null
  unit: 'bags' | 'grams' | null
  remaining: number | null
}

function presentStock({ stock_id, stock_name, unit, remaining }: StockColumns): Pick<PriceRow, 'stock'> {
  if (stock_id === null || stock_name === null || unit === null || remaining === null) return {}
  return { stock: { _id: stock_id, name: stock_name, unit, remaining } }
}

type Sent = { changes: PriceChange[]; currency: string }

/**
 * Changes prices and stocks in one transaction. Returns a problem that names what is wrong with each product, as
 * `<id>.price` or `<id>.stock`, and then saves nothing. A repeated request changes nothing.
 */
export function savePrices(
  database: ShopDatabase,
  caller: Caller,
  { changes, currency }: Sent,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  return database.write(async (write) => {
    const errors: FieldError[] = []
    // In the order of the ids, two admins who save at the same time do not lock one another's products.
    for (const change of changes.toSorted((a, b) => (a._id < b._id ? -1 : 1))) {
      const price = change.price && (await changePrice(write, caller, { ...change, currency }))
      const stock = change.stock && (await changeLeft(write, caller, change))
      if (price) errors.push({ field: `${change._id}.price`, message: price })
      if (stock) errors.push({ field: `${change._id}.stock`, message: stock })
    }
    if (errors.length > 0) return new Problem('invalid-input', { errors })
    return { acknowledged: true, modifiedCount: changes.length } as const
  })
}

const GONE = 'is not on sale any more'

/** Changes the price of a product. Returns what is wrong with the new one, or null. */
async function changePrice(
  { tx, publish }: ShopWrite,
  caller: Caller,
  { _id: id, price, currency }: PriceChange & { currency: string },
): Promise<string | null> {
  const before = await findLiveProduct(tx, { id })
  if (!before || !price) return GONE
  const problem = findPriceProblem(price.to, currency)
  if (problem) return describePriceProblem(problem, currency)
  const price_cents = toMinor(price.to, currency) ?? 0
  if (price_cents === before.price_cents) return null
  if (toMinor(price.shown, currency) !== before.price_cents)
    return `is ${formatMoney(before.price_cents, currency)} by now: reload the page`
  const was_cents = await keptPriorPrice(tx, before, price_cents)
  await keepFormerPrice(tx, before)
  await updateProduct(tx, { id, price_cents, was_cents })
  await audit(tx, caller, { before, detail: `now ${formatMoney(price_cents, currency)}` })
  publish({ type: 'catalogue-changed' })
  return null
}

function audit(tx: Db, caller: Caller, { before, detail }: { before: ProductRow; detail: string }) {
  const { kind, name, owner_id: ownerId } = before
  return auditEntry(tx, caller, { action: `changed ${kind}`, subject: name, detail, ownerId })
}

/** Changes how much is left of a product. Returns why that is not possible, or null. */
async function changeLeft(
  write: ShopWrite,
  caller: Caller,
  { _id: id, stock }: PriceChange,
): Promise<string | null> {
  const done = stock && (await changeStock(write, caller, { id, change: stock }))
  if (!(done instanceof Problem)) return null
  return done.code === 'not-found' ? GONE : problems[done.code].title
}
