import { dateIn, weekdayText } from '#contract/values/dates/date-texts.ts'
import { formatMoney } from '#contract/values/money.ts'
import { normalCode } from '#contract/values/orders/discount-codes.ts'
import { countedByAddress } from '#server/platform/http/rate-limits.ts'
import type { Bucket } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Db } from '#server/shop-database.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'
import type { Candidates, Terms } from './apply-discounts.ts'
import { stateOf } from './list-discounts.ts'
import { hasOrdered, personOf } from './person.ts'
import { findByCode, listAutomatic, listUses } from './queries.ts'

/**
 * How often a network may send codes that do not exist. As many customers of one network can send right ones at once.
 */
const WRONG_CODES: Bucket = { burst: 60, refillMs: 60_000 }

/**
 * An order for which discounts are looked for. `code` is what the customer has typed. `at` is in UTC milliseconds, and
 * days are in `timeZone`. `buyer` is null for a guest: the payment itself decides about conditions that depend on the
 * person, because a quote that depended on it would tell whether the person has ordered here. With `withoutPersonal`,
 * only a code can have such conditions.
 */
export type Sought = {
  code?: string | undefined
  buyer: { email: string } | null
  withoutPersonal?: true | undefined
  lines: readonly { productId: string; price: number }[]
  at: number
  timeZone: string
  currency: string
  ip: string
}

/**
 * The discounts that an order can have. If the customer sent a code, `typed` is the code, with a sentence that says why
 * it cannot be used.
 */
export type Found = Candidates & { typed?: { code: string; refusal?: string } }

/** Finds the discounts of an order. What is taken off depends on the price of the delivery, see `applyDiscounts`. */
export async function findDiscounts(
  { read, limits }: { read: Db; limits: SharedLimits },
  order: Sought,
): Promise<Found> {
  const code = normalCode(order.code ?? '')
  const automatic: Terms[] = []
  for (const row of await listAutomatic(read)) {
    if (order.withoutPersonal && isAboutPerson(row)) continue
    const terms = await termsFor(read, row, order)
    if (typeof terms !== 'string') automatic.push(terms)
  }
  const coded = code === '' ? null : await findLimited({ read, limits }, code, order)
  const typed = coded instanceof Object ? await termsFor(read, coded, order) : coded
  return { automatic, ...found(code, typed) }
}

/**
 * Returns the part of the result that is about the code, which has these terms, or a refusal, or null if none was sent.
 */
function found(code: string, terms: Terms | string | null): Pick<Found, 'code' | 'typed'> {
  if (terms === null) return { code: null }
  if (typeof terms === 'string') return { code: null, typed: { code, refusal: terms } }
  return { code: terms, typed: { code } }
}

const UNKNOWN = 'We do not know this code.'
const TOO_MANY = 'Too many codes were tried. Please try again in a few minutes.'

/** Returns whether a discount has conditions that depend on the person. */
export function isAboutPerson({
  max_per_person,
  is_first_order,
}: Pick<DiscountRow, 'max_per_person' | 'is_first_order'>): boolean {
  return max_per_person !== null || is_first_order === 1
}

/** Returns the discount with a code, or a sentence if there is none. Codes that exist are not counted. */
async function findLimited(
  { read, limits }: { read: Db; limits: SharedLimits },
  code: string,
  { ip }: Sought,
): Promise<DiscountRow | string> {
  const counted = countedByAddress(WRONG_CODES, 'discount codes of', ip)
  if ((await limits.waitForAll(counted)) > 0) return TOO_MANY
  const row = await findByCode(read, code)
  if (row) return row
  return (await limits.takeAll(counted)) ? UNKNOWN : TOO_MANY
}

/** Returns what a discount takes off this order, or a sentence that says why it cannot be used. */
async function termsFor(db: Db, row: DiscountRow, order: Sought): Promise<Terms | string> {
  const refusal = notNow(row, order) ?? (await notForBuyer(db, row, order.buyer)) ?? tooLittle(row, order)
  if (refusal !== null) return refusal
  const products = await productsOf(db, row, order)
  if (products?.size === 0) return 'This code is not for these coffees.'
  const { id, name, code, kind, value } = row
  const note = order.buyer ? undefined : noteFor(row)
  return { id, name, code, kind, value, products, ...(note !== undefined && { note }) }
}

/** Returns what a guest reads about the conditions that are not checked yet. */
function noteFor({ max_per_person: max, is_first_order }: DiscountRow): string | undefined {
  if (is_first_order) return 'Only for your first order.'
  if (max === null) return undefined
  return max === 1 ? 'Once for each customer.' : `At most ${max} times for each customer.`
}

function notNow(row: DiscountRow, { at, timeZone }: Sought): string | null {
  const state = stateOf(row, dateIn(timeZone, at))
  if (state === 'planned') return `This code can be used from ${weekdayText(row.from_day ?? '')} on.`
  if (state === 'ended') return 'This code has ended.'
  return state === 'used up' ? 'This code is used up.' : null
}

async function notForBuyer(
  db: Db,
  { id, max_per_person, is_first_order }: DiscountRow,
  buyer: Sought['buyer'],
): Promise<string | null> {
  if (!buyer) return null
  if (is_first_order && (await hasOrdered(db, buyer.email))) return 'This code is only for a first order.'
  if (max_per_person === null) return null
  const uses = await listUses(db, { discountId: id, person: personOf(buyer.email) })
  return uses.length >= max_per_person ? 'You have used this code already.' : null
}

function tooLittle({ from_subtotal_cents: least }: DiscountRow, { lines, currency }: Sought): string | null {
  const subtotal = lines.reduce((sum, { price }) => sum + price, 0)
  return least !== null && subtotal < least
    ? `This code needs coffee for at least ${formatMoney(least, currency)}.`
    : null
}

/**
 * Returns the ids of those products in the order for which a discount is: those that were chosen, with the sizes of a
 * chosen coffee, and all of a chosen brand. Returns null if it is for all.
 */
async function productsOf(
  db: Db,
  { chosen }: Pick<DiscountRow, 'chosen'>,
  { lines }: Sought,
): Promise<Set<string> | null> {
  if (chosen === null) return null
  const ids = new Set<string | null>(JSON.parse(chosen))
  const rows = await db
    .selectFrom('products')
    .leftJoin('products as coffees', 'coffees.id', 'products.coffee_id')
    .select(['products.id', 'products.brand_id', 'products.coffee_id', 'coffees.brand_id as brand_of_coffee'])
    .where('products.id', 'in', [...new Set(lines.map(({ productId }) => productId))])
    .execute()
  const isChosen = (row: (typeof rows)[number]) =>
    [row.id, row.brand_id, row.coffee_id ?? null, row.brand_of_coffee].some((id) => ids.has(id))
  return new Set(rows.filter(isChosen).map(({ id }) => id))
}
