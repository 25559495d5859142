import { Problem, wrongField } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import type { LotCorrection, NewLot } from '#contract/orders/lots.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { isDate } from '#contract/values/dates/is-date.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { newId, now } from '#server/platform/clock.ts'
import { retryDuplicate } from '#server/platform/database/database-errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { changePool, findPool, listPools } from '#server/stock/pools.ts'
import type { LotRow } from '#server/tables/lot-rows.ts'
import { lockCoffee } from './pack-lots.ts'

/**
 * Enters a lot and adds its grams to the pool of its coffee, if the coffee has one. A repeated request adds nothing, and
 * returns the id of the lot that the first one has added.
 */
export function addLot(database: ShopDatabase, caller: Caller, lot: NewLot) {
  return retryDuplicate(() =>
    database.write(async ({ tx }) => {
      // The same request at the same moment waits here, and then finds the lot that the first one has added.
      await lockCoffee(tx, lot.coffee)
      const known = tx.selectFrom('lots').select('id').where('request_id', '=', lot.requestId)
      const before = await known.executeTakeFirst()
      if (before) return { acknowledged: true, insertedId: before.id }
      const coffee = await findCoffee(tx, lot.coffee)
      if (!coffee) return wrongField('coffee', 'is no longer sold')
      const problem = await checkFields(tx, lot, { product_id: coffee.id })
      if (problem) return problem
      const pool = (await listPools(tx, [coffee.id])).get(coffee.id)
      const row: LotRow = {
        ...columnsOf(lot),
        id: newId(),
        product_id: coffee.id,
        used_grams: 0,
        is_used_up: 0,
        stock_id: pool?.id ?? null,
        user_id: caller.userId,
        request_id: lot.requestId,
        created_at: now(),
      }
      await tx.insertInto('lots').values(row).execute()
      if (pool) await changePool(tx, { poolId: pool.id, lotId: row.id, amount: row.roasted_grams })
      await writeAudit(tx, caller, {
        action: 'entered a lot',
        subject: `${coffee.name}, lot ${row.name}`,
        detail: `${grams(row.green_grams)} green, ${grams(row.roasted_grams)} roasted on ${row.roasted_on}`,
      })
      return { acknowledged: true, insertedId: row.id }
    }),
  )
}

/** Finds a coffee that is on sale and is not a size of another one. */
function findCoffee(tx: Db, id: string) {
  return tx
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('coffee_id', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

type Entered = Omit<LotCorrection, 'isUsedUp'>

function columnsOf({ name, roastedOn, greenGrams, roastedGrams, supplier, dueDiligence, note }: Entered) {
  return {
    name: name.trim(),
    roasted_on: roastedOn,
    green_grams: greenGrams,
    roasted_grams: roastedGrams,
    supplier: supplier.trim(),
    due_diligence: dueDiligence.trim(),
    note: note.trim(),
  }
}

/** Returns a problem if what was entered cannot be right. `id` is that of the lot, if it exists. */
async function checkFields(
  tx: Db,
  lot: Entered,
  { product_id, id = '' }: { product_id: string; id?: string },
): Promise<Problem | null> {
  const today = shopDay(now())
  if (!isDate(lot.roastedOn)) return wrongField('roastedOn', 'is not a day')
  if (lot.roastedOn > today) return wrongField('roastedOn', 'is in the future')
  if (lot.roastedGrams > lot.greenGrams)
    return wrongField('roastedGrams', `cannot be more than the green coffee, ${grams(lot.greenGrams)}`)
  const name = lot.name.trim()
  const other = await tx
    .selectFrom('lots')
    .select('roasted_on')
    .where('product_id', '=', product_id)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other
    ? wrongField('name', `is the lot of this coffee that was roasted on ${other.roasted_on}`)
    : null
}

/**
 * Corrects a lot, and its pool by the difference. Returns a problem if less would be left of the lot than is packed of it,
 * or less of the pool than is sold.
 */
export function correctLot(
  database: ShopDatabase,
  caller: Caller,
  { id, ...lot }: LotCorrection & { id: string },
): Promise<Modified | Problem> {
  return retryDuplicate(() =>
    database.write(async ({ tx }) => {
      const before = await lockLot(tx, id)
      if (!before) return new Problem('not-found')
      const problem =
        (await checkFields(tx, lot, before)) ?? (await changeGrams(tx, before, lot.roastedGrams))
      if (problem) return problem
      const after = { ...columnsOf(lot), is_used_up: lot.isUsedUp ? (1 as const) : (0 as const) }
      const detail = differences(before, after)
      if (detail === '') return { acknowledged: true, modifiedCount: 0 }
      await tx.updateTable('lots').set(after).where('id', '=', id).execute()
      await writeAudit(tx, caller, { action: 'corrected a lot', subject: await nameOf(tx, before), detail })
      return { acknowledged: true, modifiedCount: 1 }
    }),
  )
}

/** Returns a lot and locks its coffee, so that nothing more is packed of the lot until the transaction ends. */
async function lockLot(tx: Db, id: string): Promise<LotRow | undefined> {
  const lot = tx.selectFrom('lots').selectAll().where('id', '=', id)
  const found = await lot.executeTakeFirst()
  if (!found) return undefined
  await lockCoffee(tx, found.product_id)
  return lot.executeTakeFirst()
}

/** Changes the pool of a lot that will have so many grams. */
async function changeGrams(tx: Db, lot: LotRow, wanted: number): Promise<Problem | null> {
  const { id, stock_id, used_grams, roasted_grams } = lot
  if (wanted < used_grams)
    return wrongField('roastedGrams', `cannot be less than ${grams(used_grams)}: that much is packed`)
  const amount = wanted - roasted_grams
  if (amount === 0 || stock_id === null) return null
  if (await changePool(tx, { poolId: stock_id, lotId: id, amount })) return null
  const { name, remaining = 0 } = (await findPool(tx, stock_id)) ?? {}
  const least = grams(roasted_grams - remaining)
  return wrongField(
    'roastedGrams',
    `cannot be less than ${least}: only ${grams(remaining)} of the stock ${name ?? ''} are not sold`,
  )
}

type Corrected = Partial<LotRow>

/** Returns what is new about a lot, for the audit log, such as `roasted_grams: 8000 to 8200`. */
function differences(before: LotRow, after: Corrected): string {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after)
    .filter(([column, value]) => was.get(column) !== value)
    .map(
      ([column, value]) => `${column.replaceAll('_', ' ')}: ${String(was.get(column))} to ${String(value)}`,
    )
    .join(', ')
}

async function nameOf(tx: Db, { product_id, name }: LotRow): Promise<string> {
  const coffee = tx.selectFrom('products').select('name').where('id', '=', product_id)
  return `${(await coffee.executeTakeFirstOrThrow()).name}, lot ${name}`
}

/** Deletes a lot from which nothing is packed, and takes its grams from the pool. */
export function deleteLot(database: ShopDatabase, caller: Caller, id: string) {
  return database.write(async ({ tx }) => {
    const lot = await lockLot(tx, id)
    if (!lot) return new Problem('not-found')
    const { used_grams, roasted_grams, stock_id } = lot
    if (used_grams > 0)
      return new Problem('state-conflict', {
        detail: `${grams(used_grams)} of lot ${lot.name} are packed. It can be corrected, but not taken back.`,
      })
    const isTaken =
      stock_id !== null && !(await changePool(tx, { poolId: stock_id, lotId: id, amount: -roasted_grams }))
    if (isTaken) return new Problem('state-conflict', { detail: await soldText(tx, lot) })
    await tx.deleteFrom('lots').where('id', '=', id).execute()
    const detail = `${grams(roasted_grams)} roasted on ${lot.roasted_on}`
    await writeAudit(tx, caller, { action: 'took back a lot', subject: await nameOf(tx, lot), detail })
    return { acknowledged: true, deletedCount: 1 }
  })
}

async function soldText(tx: Db, { stock_id, name, roasted_grams }: LotRow): Promise<string> {
  const pool = await findPool(tx, stock_id ?? '')
  return `Only ${grams(pool?.remaining ?? 0)} of the stock ${pool?.name ?? ''} are not sold, and lot ${name} has ${grams(roasted_grams)}.`
}
