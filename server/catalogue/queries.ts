import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { BrandRow, PacketRow, ProductRow, StockRow } from '#server/tables.ts'

/*
 * The maximum numbers of rows in a list for shoppers. They are higher than what a web page can reasonably show. For a
 * larger shop, the lists would have to be split into pages.
 */
const MAX_CATEGORIES = 1000
const MAX_COFFEES = 500
const MAX_SIZES = 50
const MAX_RELATED = 3

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

export function listBagsOf(db: Db, coffeeId: string): Promise<ShownProduct[]> {
  return shownProducts(db)
    .where('products.coffee_id', '=', coffeeId)
    .orderBy('products.id')
    .limit(MAX_SIZES)
    .execute()
}

/** Lists the coffees that have most facets in common with a coffee: countries, notes, processes, and the roast. */
export function listRelated(db: Db, id: string): Promise<ShownProduct[]> {
  const common = db
    .selectFrom('product_facets as own')
    .innerJoin('product_facets as other', (join) =>
      join.onRef('other.facet', '=', 'own.facet').onRef('other.value', '=', 'own.value'),
    )
    .select(['other.product_id', sql<number>`COUNT(*)`.as('facets')])
    .where('own.product_id', '=', id)
    .whereRef('other.product_id', '<>', 'own.product_id')
    .groupBy('other.product_id')
    .as('common')
  return shownProducts(db)
    .innerJoin(common, 'common.product_id', 'products.id')
    .where('products.coffee_id', 'is', null)
    .orderBy('common.facets', 'desc')
    .orderBy('products.position')
    .orderBy('products.id')
    .limit(MAX_RELATED)
    .execute()
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

function productsOnSale(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('brands', 'brands.id', 'products.brand_id')
    .selectAll('products')
    .select('brands.name as brand')
    .where('products.archived_at', 'is', null)
}
