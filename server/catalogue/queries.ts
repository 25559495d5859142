import type { Facet } from '#contract/values/facts/choices.ts'
import type { Db } from '#server/shop-database.ts'
import type {
  BrandRow,
  PacketRow,
  ProductFacetRow,
  ProductRow,
  StockRow,
} from '#server/tables/product-rows.ts'

/*
 * The maximum numbers of rows in a list for shoppers. They are higher than what a web page can reasonably show. For a
 * larger shop, the lists would have to be split into pages.
 */
const MAX_CATEGORIES = 1000
const MAX_COFFEES = 500
const MAX_SIZES = 50

export function listBrands(db: Db): Promise<BrandRow[]> {
  return brandsOnSale(db).orderBy('position').orderBy('id').limit(MAX_CATEGORIES).execute()
}

export function findBrand(db: Db, id: string): Promise<BrandRow | undefined> {
  return brandsOnSale(db).where('id', '=', id).executeTakeFirst()
}

function brandsOnSale(db: Db) {
  return db.selectFrom('brands').selectAll().where('archived_at', 'is', null)
}

export function listPackets(db: Db): Promise<PacketRow[]> {
  return packetsOnSale(db).orderBy('products.position').orderBy('products.id').limit(MAX_CATEGORIES).execute()
}

/**
 * What is left of a product, in bags or grams as `unit` says. Both columns are null for a product that is never sold
 * out.
 */
export type Left = { unit: StockRow['unit'] | null; remaining: number | null }

export function findPacket(db: Db, id: string): Promise<(PacketRow & Left) | undefined> {
  return packetsOnSale(db)
    .leftJoin('stocks', 'stocks.id', 'products.stock_id')
    .select(['stocks.unit', 'stocks.remaining'])
    .where('products.id', '=', id)
    .executeTakeFirst()
}

function packetsOnSale(db: Db) {
  const query = db
    .selectFrom('products')
    .selectAll('products')
    .where('kind', '=', 'packet')
    .where('archived_at', 'is', null)
  // The narrower type is correct: a constraint of the table ensures that every packet has a category and a cover
  // picture.
  return query.$narrowType<PacketRow>()
}

export function listCoffeesOfBrand(db: Db, brandId: string): Promise<(ProductRow & Left)[]> {
  return db
    .selectFrom('products')
    .leftJoin('stocks', 'stocks.id', 'products.stock_id')
    .selectAll('products')
    .select(['stocks.unit', 'stocks.remaining'])
    .where('brand_id', '=', brandId)
    .where('archived_at', 'is', null)
    .orderBy('products.position')
    .orderBy('products.id')
    .limit(MAX_COFFEES)
    .execute()
}

/** A product on sale as pages show it, with the name of its brand and what is left of it. */
export type ShownProduct = ProductRow & Left & { brand: string | null }

export function findShown(db: Db, id: string): Promise<ShownProduct | undefined> {
  return shownProducts(db).where('products.id', '=', id).executeTakeFirst()
}

/** Lists the products with these ids, and the bags that belong to them. */
export function listSizes(db: Db, ids: readonly string[]): Promise<ShownProduct[]> {
  // With one condition for both, both databases may read all products. `UNION` would sort all rows to find equal ones.
  const bags = shownProducts(db).where('products.coffee_id', 'in', ids).where('products.id', 'not in', ids)
  return shownProducts(db)
    .where('products.id', 'in', ids)
    .unionAll(bags)
    .limit(MAX_SIZES * ids.length)
    .execute()
}

/** What the index of coffees holds of a product on sale. */
export type OnSale = Pick<
  ProductRow,
  'id' | 'name' | 'coffee_id' | 'price_cents' | 'created_at' | 'stock_id' | 'weight_grams'
>

/** Lists all products on sale in the owner's order: brand by brand, then the bags. */
export function listOnSale(db: Db): Promise<OnSale[]> {
  return db
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', 'products.name', 'coffee_id', 'price_cents', 'products.created_at'])
    .select(['stock_id', 'weight_grams'])
    .where('products.archived_at', 'is', null)
    .orderBy('products.kind')
    .orderBy((order) => order.fn.coalesce('brands.position', order.val(0)))
    .orderBy('brands.id')
    .orderBy('products.position')
    .orderBy('products.id')
    .execute()
}

export function readFacet(db: Db, facet: Facet): Promise<Pick<ProductFacetRow, 'product_id' | 'value'>[]> {
  return db
    .selectFrom('product_facets')
    .select(['product_id', 'value'])
    .where('facet', '=', facet)
    .orderBy('value')
    .execute()
}

export function listStocks(db: Db): Promise<Pick<StockRow, 'id' | 'unit' | 'remaining'>[]> {
  return db.selectFrom('stocks').select(['id', 'unit', 'remaining']).execute()
}

function shownProducts(db: Db) {
  return productsOnSale(db)
    .leftJoin('stocks', 'stocks.id', 'products.stock_id')
    .select(['stocks.unit', 'stocks.remaining'])
}

/**
 * A row of the table `products` with the name of the product's brand. `brand` is null for a packet, which has no
 * brand.
 */
export type ProductWithBrand = ProductRow & { brand: string | null }

export function findProduct(db: Db, id: string): Promise<ProductWithBrand | undefined> {
  return productsOnSale(db).where('products.id', '=', id).executeTakeFirst()
}

/** Finds those of the products with these ids that are on sale. */
export function findProducts(db: Db, ids: string[]): Promise<ProductWithBrand[]> {
  return productsOnSale(db).where('products.id', 'in', ids).execute()
}

/**
 * Finds a product that is on sale by its name and picture. If a coffee and a packet have the same name and picture,
 * returns the coffee.
 */
export function findProductShown(
  db: Db,
  { name, img }: { name: string; img: string },
): Promise<ProductWithBrand | undefined> {
  return productsOnSale(db)
    .where('products.name', '=', name)
    .where('products.img', '=', img)
    .orderBy('products.kind')
    .orderBy('products.id')
    .limit(1)
    .executeTakeFirst()
}

/** Lists the products that are to be indexed, also those that are not on sale. */
export function listToIndex(
  db: Db,
  { column, values }: { column: 'id' | 'brand_id'; values: string[] },
): Promise<ProductWithBrand[]> {
  return products(db).where(`products.${column}`, 'in', values).execute()
}

/** Returns the ids of the products on sale that have no words yet. */
export async function findUnindexed(db: Db): Promise<string[]> {
  const indexed = db.selectFrom('product_search').select('product_id')
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is', null)
    .where('id', 'not in', indexed)
    .execute()
  return rows.map(({ id }) => id)
}

function productsOnSale(db: Db) {
  return products(db).where('products.archived_at', 'is', null)
}

function products(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .selectAll('products')
    .select('brands.name as brand')
}
