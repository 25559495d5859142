import type { Kysely } from 'kysely'
import type { BrandRow, CoffeeRow, PacketRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>

/** More than a page can show; a shop with more needs pages of categories first. */
const MOST_CATEGORIES = 1000
const MOST_COFFEES = 500

export function listBrands(db: Db): Promise<BrandRow[]> {
  return db
    .selectFrom('brands')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(MOST_CATEGORIES)
    .execute()
}

export function listPackets(db: Db): Promise<PacketRow[]> {
  return db
    .selectFrom('packets')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(MOST_CATEGORIES)
    .execute()
}

export function findBrand(db: Db, id: string): Promise<BrandRow | undefined> {
  return db
    .selectFrom('brands')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

export function listCoffeesOfBrand(db: Db, brandId: string): Promise<CoffeeRow[]> {
  return db
    .selectFrom('coffees')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(MOST_COFFEES)
    .execute()
}

/** A coffee with the name of its brand. */
export type CoffeeOfBrand = CoffeeRow & { brand: string | null }

export function findCoffee(db: Db, id: string): Promise<CoffeeOfBrand | undefined> {
  return coffeesOnSale(db).where('coffees.id', '=', id).executeTakeFirst()
}

function coffeesOnSale(db: Db) {
  return db
    .selectFrom('coffees')
    .leftJoin('brands', 'brands.id', 'coffees.brand_id')
    .selectAll('coffees')
    .select('brands.name as brand')
    .where('coffees.archived_at', 'is', null)
}

export function findPacket(db: Db, id: string): Promise<PacketRow | undefined> {
  return db
    .selectFrom('packets')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

type Shown = { name: string; img: string }

export function findCoffeeShown(db: Db, { name, img }: Shown): Promise<CoffeeOfBrand | undefined> {
  return coffeesOnSale(db)
    .where('coffees.name', '=', name)
    .where('coffees.img', '=', img)
    .orderBy('coffees.id')
    .executeTakeFirst()
}

export function findPacketShown(db: Db, { name, img }: Shown): Promise<PacketRow | undefined> {
  return db
    .selectFrom('packets')
    .selectAll()
    .where('product_name', '=', name)
    .where('product_img', '=', img)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
}
