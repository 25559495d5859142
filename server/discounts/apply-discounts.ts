/**
 * What a discount takes off. `value` is a percentage, or an amount in the smallest unit of the currency; for free
 * delivery, it is the highest price that is taken off, or null. `products` are the ids of those products in the order
 * that it is for, or null for all. `note` is what a guest reads about its conditions.
 */
export type Terms = {
  id: string
  name: string
  code: string | null
  kind: 'percent' | 'amount' | 'delivery'
  value: number | null
  products: ReadonlySet<string> | null
  note?: string
}

/** What an order costs without discounts. Prices are in the smallest unit of the currency. */
export type Undiscounted = { lines: readonly PricedItem[]; delivery: number }

type PricedItem = { id: string; productId: string; price: number }

/**
 * What a discount takes off an order: off each line (by its id, without lines off which nothing is taken), off all
 * lines together, and off the delivery. `code` is null if the customer needed none.
 */
export type Granted = {
  id: string
  name: string
  code: string | null
  lines: ReadonlyMap<string, number>
  goods: number
  ofDelivery: number
  note?: string
}

/** The discounts that an order can have: all that need no code, and the one of the customer's code. */
export type Candidates = { automatic: readonly Terms[]; code: Terms | null }

/**
 * Returns the discounts of an order: one that needs no code, and then, of what is left to pay, the one with the code.
 * Of those that need no code, it is the one with which both together save most. Discounts that take nothing off are
 * left out. All amounts are multiples of `step`, because some gateways cannot charge all amounts.
 */
export function applyDiscounts(
  order: Undiscounted,
  { automatic, code }: Candidates,
  step = 1,
): readonly Granted[] {
  const first = automatic.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((terms) => [terms])
  const [best = []] = (first.length > 0 ? first : [[]])
    .map((terms) => grantInTurn(order, code ? [...terms, code] : terms, step))
    .toSorted((a, b) => savedTogether(b) - savedTogether(a))
  return best.filter((granted) => savedBy(granted) > 0)
}

/** Returns what discounts take off, each of what the ones before it have left. */
function grantInTurn(order: Undiscounted, all: readonly Terms[], step: number): readonly Granted[] {
  const granted: Granted[] = []
  for (const terms of all) granted.push(grant(withoutGranted(order, granted), terms, step))
  return granted
}

function savedTogether(granted: readonly Granted[]): number {
  return granted.reduce((sum, one) => sum + savedBy(one), 0)
}

/** Returns what a discount takes off, goods and delivery together. */
export function savedBy({ goods, ofDelivery }: Pick<Granted, 'goods' | 'ofDelivery'>): number {
  return goods + ofDelivery
}

/** Returns what discounts take off the lines together, by line id. */
export function offLines(granted: readonly Granted[]): ReadonlyMap<string, number> {
  const off = new Map<string, number>()
  for (const { lines } of granted) for (const [id, cents] of lines) off.set(id, (off.get(id) ?? 0) + cents)
  return off
}

/** Returns what discounts take off the delivery together. */
export function offDelivery(granted: readonly Granted[]): number {
  return granted.reduce((sum, { ofDelivery }) => sum + ofDelivery, 0)
}

function withoutGranted({ lines, delivery }: Undiscounted, granted: readonly Granted[]): Undiscounted {
  const off = offLines(granted)
  return {
    lines: lines.map((line) => ({ ...line, price: line.price - (off.get(line.id) ?? 0) })),
    delivery: delivery - offDelivery(granted),
  }
}

function grant({ lines, delivery }: Undiscounted, terms: Terms, step: number): Granted {
  const { id, name, code, kind, value, products, note } = terms
  const shown = { id, name, code, ...(note !== undefined && { note }) }
  const nothing = { ...shown, lines: new Map<string, number>(), goods: 0, ofDelivery: 0 }
  if (kind === 'delivery') return { ...nothing, ofDelivery: Math.min(delivery, value ?? delivery) }
  const fitting = lines.filter(({ productId }) => products === null || products.has(productId))
  const prices = fitting.map(({ price }) => Math.floor(price / step))
  const sum = prices.reduce((total, price) => total + price, 0)
  const units = Math.min(
    sum,
    kind === 'percent' ? percentOf(sum, value ?? 0) : Math.floor((value ?? 0) / step),
  )
  const shares = splitByWeight(units, prices).map((share) => share * step)
  const off = fitting.map((line, at): [string, number] => [line.id, shares[at] ?? 0])
  return { ...nothing, lines: new Map(off.filter(([, cents]) => cents > 0)), goods: units * step }
}

/**
 * Returns a percentage of an amount, rounded half up. All steps are exact, because `amount * percent` stays below 2 **
 * 53.
 */
function percentOf(amount: number, percent: number): number {
  return Math.floor((amount * percent + 50) / 100)
}

/**
 * Splits an amount in proportion to weights, by the largest remainder: each share is rounded down, and what is left
 * goes to the shares that lost most, the first of equal ones. If the amount is at most the sum of the weights, no share
 * is larger than its weight.
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  // The product of two amounts can be too large for a number.
  const shares = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight)
    return { at, whole: Number(product / BigInt(sum)), rest: Number(product % BigInt(sum)) }
  })
  const left = shares.reduce((rest, { whole }) => rest - whole, amount)
  const more = new Set(
    shares
      .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
      .slice(0, left)
      .map(({ at }) => at),
  )
  return shares.map(({ at, whole }) => (more.has(at) ? whole + 1 : whole))
}
