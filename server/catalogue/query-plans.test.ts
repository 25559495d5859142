import { CompiledQuery, createQueryId } from 'kysely'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShopDatabase } from '#server/shop-database.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import * as lists from './manage/list-entries.ts'
import * as entries from './manage/queries.ts'
import * as shoppers from './queries.ts'

const COFFEES = 100_000
const DELETED_AT = 1_700_000_000_000

const caller = { userId: 'owner-7', name: 'Ada', email: 'owner@example.com', role: 'Admin' } as const
const own = { caller, query: {} }
const everyones = { caller, query: { whose: 'everyone' } } as const
const ofBrand = { brandId: 'brand-7', at: DELETED_AT }
const brandNamed = { name: 'Brand 7', currentId: null, ownerId: 'owner-7' }
const coffee = { kind: 'coffee', id: 'coffee-7' } as const

type Case = { index: string; what: string; run: (db: Db) => Promise<unknown> }

/** Queries and changes of the catalogue. `index` is the name of the index that SQLite must use. */
const cases: Case[] = [
  { what: 'the brands', index: 'brands_in_order', run: (db) => shoppers.listBrands(db) },
  { what: 'the packets', index: 'products_in_order', run: (db) => shoppers.listPackets(db) },
  { what: 'a brand', index: 'autoindex_brands', run: (db) => shoppers.findBrand(db, 'brand-7') },
  { what: 'a packet', index: 'products_live', run: (db) => shoppers.findPacket(db, 'packet-7') },
  {
    what: 'the coffees of a brand',
    index: 'products_of_brand',
    run: (db) => shoppers.listCoffeesOfBrand(db, 'brand-7'),
  },
  { what: 'a product', index: 'autoindex_products', run: (db) => shoppers.findProduct(db, coffee.id) },
  {
    what: 'a product by name and picture',
    index: 'products_name',
    run: (db) => shoppers.findProductShown(db, { name: 'Coffee 7', img: 'img' }),
  },
  {
    what: 'a product with its brand and its stock',
    index: 'autoindex_products',
    run: (db) => shoppers.findShown(db, coffee.id),
  },
  {
    what: 'the sizes of a coffee',
    index: 'products_of_coffee',
    run: (db) => shoppers.listSizes(db, [coffee.id]),
  },
  {
    what: 'the values of a facet',
    index: 'product_facets_value',
    run: (db) => shoppers.readFacet(db, 'note'),
  },
  { what: 'all brands', index: 'brands_live', run: (db) => lists.listBrands(db, everyones) },
  { what: 'own brands', index: 'brands_of_owner', run: (db) => lists.listBrands(db, own) },
  { what: 'all coffees', index: 'products_live', run: (db) => lists.listCoffees(db, everyones, 'USD') },
  { what: 'own coffees', index: 'products_of_owner', run: (db) => lists.listCoffees(db, own, 'USD') },
  { what: 'all packets', index: 'products_live', run: (db) => lists.listPackets(db, everyones, 'USD') },
  { what: 'own packets', index: 'products_of_owner', run: (db) => lists.listPackets(db, own, 'USD') },
  { what: 'a brand by name', index: 'brands_name', run: (db) => entries.findBrandNamed(db, brandNamed) },
  { what: 'a live coffee', index: 'autoindex_products', run: (db) => entries.findLiveProduct(db, coffee) },
  {
    what: 'a changed coffee',
    index: 'autoindex_products',
    run: (db) => entries.updateProduct(db, { id: coffee.id, rating: 3 }),
  },
  {
    what: 'the archiving of a coffee',
    index: 'autoindex_products',
    run: (db) => entries.archive(db, { ...coffee, at: DELETED_AT }),
  },
  {
    what: 'an archived coffee',
    index: 'autoindex_products',
    run: (db) => entries.findArchived(db, { ...coffee, at: 1 }),
  },
  { what: 'a live brand', index: 'autoindex_products', run: (db) => entries.hasLiveBrand(db, coffee.id) },
  { what: 'a restored coffee', index: 'autoindex_products', run: (db) => entries.unarchive(db, coffee) },
  {
    what: 'archived coffees of a brand',
    index: 'products_of_brand',
    run: (db) => entries.archiveCoffeesOf(db, ofBrand),
  },
  {
    what: 'restored coffees of a brand',
    index: 'products_deleted_of_brand',
    run: (db) => entries.unarchiveCoffeesOf(db, ofBrand),
  },
]

describe.each(stores)('the statements of a catalogue with 100,000 coffees on $name', ({ name, fresh }) => {
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
    await database.script(filling(COFFEES))
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })

  test.each(cases)('use an index for $what', async ({ index, run }) => {
    const plans = await database.write(({ tx }) => plansOf(database, tx, run))
    expect(plans.length).toBeGreaterThan(0)
    const used = name === 'sqlite' ? new RegExp(`INDEX (sqlite_)?${index}(_1)?\\b`) : /Index/
    for (const plan of plans) {
      expect(plan).toMatch(used)
      expect(plan).not.toMatch(/SCAN products|SCAN brands(?! USING)|Seq Scan on (products|brands)/)
    }
  })
})

/**
 * Returns SQL that fills the catalogue. A tenth of the rows are marked as deleted. One owner has almost all rows, and
 * four other owners have a few rows each.
 */
function filling(coffees: number): string {
  const rows = (most: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${most})`
  const owner = `CASE WHEN i % 1000 = 7 THEN 'owner-' || (i / 1000 % 4 + 6) ELSE 'owner-1' END`
  const archived = `CASE WHEN i % 10 = 0 THEN ${DELETED_AT} + i END`
  return `
    INSERT INTO brands (id, owner_id, name, img, rating, created_at, archived_at)
      ${rows(coffees / 10)} SELECT 'brand-' || i, ${owner}, 'Brand ' || i, 'img', 4, 1, ${archived} FROM n;
    INSERT INTO products (id, owner_id, kind, name, img, about, price_cents, rating, brand_id, created_at, archived_at)
      ${rows(coffees)} SELECT 'coffee-' || i, ${owner}, 'coffee', 'Coffee ' || (i % 5000), 'img', '', 250, 4, 'brand-' || (i / 10), 1, ${archived} FROM n;
    INSERT INTO products (id, owner_id, kind, name, img, about, price_cents, rating, category, cover_img, created_at, archived_at)
      ${rows(coffees / 10)} SELECT 'packet-' || i, ${owner}, 'packet', 'Coffee ' || i, 'img', '', 999, 4, 'Bags', 'img', 1, ${archived} FROM n;
    UPDATE products SET coffee_id = 'coffee' || substr(id, 7) WHERE kind = 'packet';
    INSERT INTO product_facets (product_id, facet, value)
      ${rows(coffees)} SELECT 'coffee-' || i, 'note', 'Note ' || (i % 5000) FROM n;
    ANALYZE product_facets;
    ANALYZE brands;
    ANALYZE products`
}

/** Runs a query function, and returns the database's query plan for each SQL statement that the function ran. */
async function plansOf(
  { dialect }: ShopDatabase,
  tx: Db,
  run: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const nodes: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await run(tx.withPlugin(recorder))
  const plans: string[] = []
  for (const node of nodes) {
    const query = tx.getExecutor().compileQuery(node, createQueryId())
    const explain = dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    const { rows } = await tx.executeQuery(
      CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
    )
    plans.push(JSON.stringify(rows))
  }
  return plans
}
