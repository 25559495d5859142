import { Problem } from '#contract/errors.ts'
import type { NewBrand } from '#contract/shop-management.ts'
import { formatMoney } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { mailWatchers } from '#server/stock/watch-product.ts'
import { findBrand } from '../queries.ts'
import { indexProducts } from '../search/product-words.ts'
import { keepFormerPrice } from './former-prices.ts'
import { checkPictures, readForm } from './product-form.ts'
import type { ProductForm } from './product-form.ts'
import { auditEntry, findLiveProduct, updateBrand, updateProduct } from './queries.ts'

/** Adds a brand that the caller owns. Returns the id of the brand, or a problem if the picture is invalid. */
export function addBrand(database: ShopDatabase, caller: Caller, brand: NewBrand): Promise<string | Problem> {
  return database.write(async ({ tx, publish }) => {
    const problem = await checkPictures(tx, [{ field: 'img', address: brand.img }])
    if (problem) return problem
    const row = { id: newId(), owner_id: caller.userId, ...columnsOf(brand), created_at: now() }
    await tx
      .insertInto('brands')
      .values({ ...row, archived_at: null })
      .execute()
    await writeAudit(tx, caller, { action: 'added brand', subject: row.name })
    publish({ type: 'catalogue-changed' })
    return row.id
  })
}

/** Changes a brand. If another admin owns the brand, the owner stays the same. */
export function editBrand(
  database: ShopDatabase,
  caller: Caller,
  { id, brand }: { id: string; brand: NewBrand },
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    const before = await findBrand(tx, id)
    if (!before) return new Problem('not-found')
    const problem = await checkPictures(tx, [{ field: 'img', address: brand.img, current: before.img }])
    if (problem) return problem
    await updateBrand(tx, { id, ...columnsOf(brand) })
    await indexProducts(tx, { column: 'brand_id', values: [id] })
    await auditEntry(tx, caller, {
      action: 'changed brand',
      subject: before.name,
      detail: `now ${brand.category_name}, ratting ${brand.ratting}`,
      ownerId: before.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}

function columnsOf({ category_name, img, ratting }: NewBrand) {
  return { name: category_name.trim(), img, rating: Number(ratting) }
}

/**
 * Adds a coffee or a packet that the caller owns. Returns the id of the product, or a problem if the form is invalid.
 */
export function addProduct(
  database: ShopDatabase,
  caller: Caller,
  form: ProductForm,
): Promise<string | Problem> {
  return database.write(async ({ tx, publish }) => {
    const columns = await readForm(tx, form, { ownerId: caller.userId })
    if (columns instanceof Problem) return columns
    const id = newId()
    const added = { owner_id: caller.userId, created_at: now(), archived_at: null, stock_id: null }
    await tx
      .insertInto('products')
      .values({ ...columns, ...added, id })
      .execute()
    await indexProducts(tx, { column: 'id', values: [id] })
    const detail = formatMoney(columns.price_cents, form.currency)
    await writeAudit(tx, caller, { action: `added ${form.kind}`, subject: columns.name, detail })
    publish({ type: 'catalogue-changed' })
    return id
  })
}

/** Changes a coffee or a packet. If another admin owns the product, the owner stays the same. */
export function editProduct(
  database: ShopDatabase,
  caller: Caller,
  { id, form }: { id: string; form: ProductForm },
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    const before = await findLiveProduct(tx, { id, kind: form.kind })
    if (!before) return new Problem('not-found')
    const columns = await readForm(tx, form, { ownerId: before.owner_id, before })
    if (columns instanceof Problem) return columns
    if (columns.price_cents !== before.price_cents) await keepFormerPrice(tx, before)
    await updateProduct(tx, { id, ...columns })
    // With another weight, there can be enough for a bag now.
    await mailWatchers(tx, { productId: id })
    await indexProducts(tx, { column: 'id', values: [id] })
    await auditEntry(tx, caller, {
      action: `changed ${form.kind}`,
      subject: before.name,
      detail: `now ${form.sold.name}, ${formatMoney(columns.price_cents, form.currency)}`,
      ownerId: before.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}
