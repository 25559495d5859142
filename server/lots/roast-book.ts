import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { Lot, LotsOfLine, RoastedCoffee } from '#contract/orders/lots.ts'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { csvOf, csvStyleOf } from '#server/platform/tables/export-csv.ts'
import type { CsvColumns, Decimal } from '#server/platform/tables/export-csv.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { listPools } from '#server/stock/pools.ts'
import type { LotRow } from '#server/tables/lot-rows.ts'
import { weighedLines } from './pack-lots.ts'

/** How many lots are listed. Older ones are found by their name. */
const MAX_LOTS = 200

/**
 * Lists the newest lots, or the newest whose name contains a text. The case of the letters a to z does not matter. The
 * database lowers both texts, because it may lower fewer letters than JavaScript.
 */
export async function listLots(db: Db, text = ''): Promise<Lot[]> {
  const pattern = `%${text.trim().replaceAll(/[!%_]/g, '!$&')}%`
  const rows = await newestLots(db)
    .$if(text !== '', (query) =>
      query.where(sql<SqlBool>`lower(lots.name) LIKE lower(${pattern}) ESCAPE '!'`),
    )
    .limit(MAX_LOTS)
    .execute()
  return rows.map(presentLot)
}

function newestLots(db: Db) {
  return db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .leftJoin('users', 'users.id', 'lots.user_id')
    .selectAll('lots')
    .select(['products.name as coffee', 'users.name as who'])
    .orderBy('roasted_on', 'desc')
    .orderBy('lots.id', 'desc')
}

type NamedLot = LotRow & { coffee: string; who: string | null }

function presentLot({ who, ...lot }: NamedLot): Lot {
  return {
    _id: lot.id,
    coffee: lot.product_id,
    coffeeName: lot.coffee,
    name: lot.name,
    roastedOn: lot.roasted_on,
    greenGrams: lot.green_grams,
    roastedGrams: lot.roasted_grams,
    packedGrams: lot.used_grams,
    supplier: lot.supplier,
    dueDiligence: lot.due_diligence,
    note: lot.note,
    isUsedUp: lot.is_used_up === 1,
    ...(who !== null && { by: who }),
  }
}

/** Lists what can be roasted: coffees and packets that are not sizes of another coffee. */
export async function listRoasted(db: Db): Promise<RoastedCoffee[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .where('coffee_id', 'is', null)
    .orderBy('name')
    .limit(MAX_LISTED)
    .execute()
  const pools = await listPools(db, 'all')
  return rows.map(({ id, name }) => {
    const pool = pools.get(id)
    return { _id: id, name, ...(pool && { pool: pool.name }) }
  })
}

/** Lists the orders that were packed from a lot, the newest first. */
export async function listOrdersOfLot({ read }: ShopDatabase, id: string) {
  const lot = await read.selectFrom('lots').select('id').where('id', '=', id).executeTakeFirst()
  if (!lot) return new Problem('not-found')
  const rows = await read
    .selectFrom('lot_uses')
    .innerJoin('cart_items', 'cart_items.id', 'lot_uses.line_id')
    .innerJoin('orders', 'orders.id', 'cart_items.order_id')
    .select(({ fn }) => [
      'orders.id as _id',
      'orders.number',
      'orders.state',
      'orders.customer',
      'orders.email',
      fn.sum<number | string>('lot_uses.grams').as('grams'),
    ])
    .where('lot_id', '=', id)
    .groupBy(['orders.id', 'orders.number', 'orders.state', 'orders.customer', 'orders.email'])
    .orderBy('orders.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, email: shownEmail(row.email), grams: Number(row.grams) }))
}

/** Lists the lots of the lines of an order that were packed from lots, or whose coffees have some. */
export async function listLotsOfOrder(db: Db, paymentId: string): Promise<LotsOfLine[]> {
  const uses = await db
    .selectFrom('cart_items')
    .innerJoin('lot_uses', 'lot_uses.line_id', 'cart_items.id')
    .innerJoin('lots', 'lots.id', 'lot_uses.lot_id')
    .select(['line_id', 'lots.id as _id', 'name', 'roasted_on as roastedOn', 'grams'])
    .where('payment_id', '=', paymentId)
    .orderBy('roasted_on')
    .orderBy('lots.id')
    .execute()
  const lines = await weighedLines(db).where('cart_items.payment_id', '=', paymentId).execute()
  const byLine = Map.groupBy(uses, ({ line_id }) => line_id)
  const ids = new Set([...byLine.keys(), ...lines.map(({ id }) => id)])
  return [...ids].map((line) => ({
    line,
    lots: (byLine.get(line) ?? []).map(({ line_id: _line, ...lot }) => lot),
  }))
}

const PERCENT = 100

const columns: CsvColumns<NamedLot> = {
  'roasted on': (lot) => lot.roasted_on,
  'coffee': (lot) => lot.coffee,
  'lot': (lot) => lot.name,
  'green kg': (lot) => kilos(lot.green_grams),
  'roasted kg': (lot) => kilos(lot.roasted_grams),
  'yield in percent': (lot) => ({ decimal: ((lot.roasted_grams * PERCENT) / lot.green_grams).toFixed(1) }),
  'packed kg': (lot) => kilos(lot.used_grams),
  'left kg': (lot) => kilos(lot.is_used_up ? 0 : lot.roasted_grams - lot.used_grams),
  'supplier': (lot) => lot.supplier,
  'due diligence reference': (lot) => lot.due_diligence,
  'note': (lot) => lot.note,
  'entered by': (lot) => lot.who ?? '',
}

function kilos(grams: number): Decimal {
  return { decimal: (grams / 1000).toFixed(3) }
}

/** Writes all lots as CSV, the newest first, in the style of the shop's country. */
export function writeRoastBook(db: Db, country: string): Readable {
  return csvOf(columns, batchesOf(db), csvStyleOf(country))
}

const BATCH_SIZE = 500

async function* batchesOf(db: Db): AsyncGenerator<NamedLot[]> {
  for (let last: NamedLot | undefined; ;) {
    const { roasted_on: day, id } = last ?? { roasted_on: '9999-99-99', id: '' }
    const rows = await newestLots(db)
      .where(({ eb, or, and }) =>
        or([eb('roasted_on', '<', day), and([eb('roasted_on', '=', day), eb('lots.id', '<', id)])]),
      )
      .limit(BATCH_SIZE)
      .execute()
    yield rows
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)
  }
}
