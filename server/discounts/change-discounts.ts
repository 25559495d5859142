import { Problem, wrongField } from '#contract/errors.ts'
import type { NewDiscount } from '#contract/selling/discounts.ts'
import { isTooFine } from '#contract/selling/price-problems.ts'
import { isCode, normalCode } from '#contract/values/orders/discount-codes.ts'
import { shopDay } from '#contract/values/dates/date-texts.ts'
import { formatMoney, toMinor } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { newId, now } from '#server/platform/clock.ts'
import { retryDuplicate } from '#server/platform/database/database-errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'

export type Discounts = { database: ShopDatabase; currency: (tx?: Db) => Promise<string> }

/** Adds a discount. It cannot be changed afterwards, so that what customers were promised stays. It can be ended. */
export function addDiscount({ database, currency }: Discounts, caller: Caller, form: NewDiscount) {
  return retryDuplicate(() =>
    database.write(async ({ tx }) => {
      const unit = await currency(tx)
      const row = rowOf(form, unit)
      if (row instanceof Problem) return row
      await endPast(tx, row.code)
      if (row.code !== null && (await isTaken(tx, row.code)))
        return wrongField('code', 'is the code of another discount. End that one first')
      await tx.insertInto('discounts').values(row).execute()
      const detail = detailOf(row, unit)
      await writeAudit(tx, caller, { action: 'added a discount', subject: nameOf(row), detail })
      return { acknowledged: true, insertedId: row.id } as const
    }),
  )
}

/** Ends the discount with this code whose last day is over, so that the code can be used again. */
async function endPast(tx: Db, code: string | null): Promise<void> {
  const past = tx.updateTable('discounts').set({ ended_at: now() }).where('code', '=', code)
  await past.where('ended_at', 'is', null).where('until_day', '<', shopDay(now())).execute()
}

function isTaken(tx: Db, code: string) {
  const other = tx.selectFrom('discounts').select('id').where('code', '=', code).where('ended_at', 'is', null)
  return other.executeTakeFirst()
}

function rowOf(form: NewDiscount, currency: string): DiscountRow | Problem {
  const code = normalCode(form.code)
  const value = valueIn(form, currency)
  const least = amountIn(form.fromSubtotal, currency)
  if (code !== '' && !isCode(code))
    return wrongField('code', 'must be 3 to 40 letters or digits, without spaces')
  if (value instanceof Problem) return value
  if (least instanceof Problem) return wrongField('fromSubtotal', 'is not an amount')
  if (isBefore(form.untilDay, form.fromDay)) return wrongField('untilDay', 'is before the first day')
  if (isBefore(form.untilDay, shopDay(now()))) return wrongField('untilDay', 'is over')
  return {
    ...conditionsIn(form),
    id: newId(),
    code: code || null,
    value,
    from_subtotal_cents: least,
    created_at: now(),
    used: 0,
    ended_at: null,
  }
}

function conditionsIn(form: NewDiscount) {
  const { kind, chosen, isFirstOrder } = form
  return {
    name: form.name.trim(),
    kind,
    chosen: chosen.length > 0 && kind !== 'delivery' ? JSON.stringify(chosen) : null,
    from_day: form.fromDay || null,
    until_day: form.untilDay || null,
    max_uses: form.maxUses,
    // A person has only one first order, also if two of them are paid at the same moment.
    max_per_person: isFirstOrder ? 1 : form.maxPerPerson,
    is_first_order: isFirstOrder ? (1 as const) : (0 as const),
  }
}

/** Returns whether a day is before another. Either can be empty. */
function isBefore(day: string, other: string): boolean {
  return day !== '' && day < other
}

function valueIn({ kind, value: text }: NewDiscount, currency: string): number | Problem | null {
  const value = kind === 'percent' ? percentIn(text) : amountIn(text, currency)
  const isMissing = value === null && kind !== 'delivery'
  return value instanceof Problem || isMissing || value === 0
    ? wrongField('value', kind === 'percent' ? 'must be 1 to 100' : 'is not an amount')
    : value
}

function percentIn(text: string): number | Problem {
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : new Problem('invalid-input')
}

/** Returns null for an empty text. Amounts that cannot be paid by card are refused. */
function amountIn(text: string, currency: string): number | Problem | null {
  if (text === '') return null
  const minor = toMinor(text, currency)
  return minor === null || isTooFine(minor, currency) ? new Problem('invalid-input') : minor
}

/** Ends a discount at once. Payments that are open keep it. */
export function endDiscount({ database }: Discounts, caller: Caller, id: string) {
  return database.write(async ({ tx }) => {
    const ended = await tx
      .updateTable('discounts')
      .set({ ended_at: now() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (ended) await writeAudit(tx, caller, { action: 'ended a discount', subject: nameOf(ended) })
    return { acknowledged: true, modifiedCount: ended ? 1 : 0 }
  })
}

/** Deletes a discount that was never used, not even in a payment that has failed: the books refer to it. */
export function deleteDiscount({ database }: Discounts, caller: Caller, id: string) {
  return database.write(async ({ tx }) => {
    const deleted = await tx
      .deleteFrom('discounts')
      .where('id', '=', id)
      .where('used', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('discount_uses').select('id').where('discount_id', '=', id))),
      )
      .returningAll()
      .executeTakeFirst()
    if (!deleted) return new Problem('state-conflict')
    await writeAudit(tx, caller, { action: 'deleted a discount', subject: nameOf(deleted) })
    return { acknowledged: true, deletedCount: 1 } as const
  })
}

function nameOf({ name, code }: DiscountRow): string {
  return code === null ? name : `${name} (${code})`
}

/** Returns what a discount takes off, and its conditions, for the audit log. */
function detailOf(row: DiscountRow, currency: string): string {
  const { from_subtotal_cents: least, from_day, until_day, max_uses, max_per_person, chosen } = row
  return [
    offText(row, currency),
    chosen !== null && 'for chosen coffees',
    least !== null && `for orders from ${formatMoney(least, currency)}`,
    from_day !== null && `from ${from_day}`,
    until_day !== null && `until ${until_day}`,
    max_uses !== null && `at most ${max_uses} times`,
    row.is_first_order
      ? 'first order only'
      : max_per_person !== null && `${max_per_person} for each customer`,
  ]
    .filter((text) => text !== false)
    .join(', ')
}

function offText({ kind, value }: DiscountRow, currency: string): string {
  if (kind === 'percent') return `${value} %`
  const amount = value === null ? '' : formatMoney(value, currency)
  if (kind === 'amount') return amount
  return value === null ? 'free delivery' : `free delivery, at most ${amount}`
}
