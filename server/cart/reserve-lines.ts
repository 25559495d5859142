import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { formatMoney, toAmountText } from '#contract/values/money.ts'
import type { Products, SoldProduct } from '#server/catalogue/find-product.ts'
import { offDelivery, offLines } from '#server/discounts/apply-discounts.ts'
import type { Granted } from '#server/discounts/apply-discounts.ts'
import { claimUses, giveBackUses } from '#server/discounts/claim-uses.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import { giveBackStock, holdStock } from '#server/stock/hold-stock.ts'
import type { StockedLine } from '#server/stock/hold-stock.ts'
import type { CartItemRow } from '#server/tables.ts'
import { priceOf, wantedLine } from './payable-lines.ts'
import { insertLines } from './queries.ts'
import type { NewLine } from './queries.ts'
import { listOwnLines, setPaymentId } from './payment-queries.ts'
import type { OwnPayment, ReservedLine } from './payment-queries.ts'

/**
 * The cart lines that a user wants to pay for, and the prices that were shown to the user. All prices are in integer
 * cents.
 */
export type Reservation = {
  userId: string
  ids: string[]
  paymentId: string
  /**
   * The prices that were shown to the user, by line id. For a line that is not in the map, the price that is stored in
   * the line counts as the price that was shown.
   */
  prices: ReadonlyMap<string, number>
  /** The total that was shown to the user, or null if the user pays for a single line. */
  totalCents: number | null
  /** The currency in which the prices were shown. */
  currency: string
  /** The discounts. The other prices and `totalCents` are without them. */
  granted?: readonly Granted[]
  /** The prices that hold whatever the products cost now, by line id. Those of a subscription do. */
  agreed?: ReadonlyMap<string, number>
  /** The lines of a subscription, which are inserted before they are reserved. */
  inserted?: readonly NewLine[]
  /** Set if the lines are a gift. They take nothing from the stock, because its deliveries do. */
  isGift?: true
}

/**
 * What a payment has reserved: the prices of the lines after discounts, their sum, what discounts take off the delivery, and
 * what it took from all stocks, bags and grams added up. `begins` is set if one of the lines begins a subscription.
 */
export type Reserved = {
  amountCents: number
  prices: number[]
  offDelivery: number
  takenStock: number
  begins: boolean
}

/** Cart lines that are all paid or reserved by other payments, so that nothing can be reserved. */
export type TakenLines = { taken: CartItemRow[] }

/**
 * Reserves the user's unpaid cart lines for one payment. Until this payment has an outcome, the lines cannot be removed,
 * and no other payment can reserve them. The bags or grams that they need are taken from the stocks.
 *
 * Lines that are already paid or reserved by another payment are skipped. If this applies to all lines, returns them as
 * `taken`. Returns a problem if a line does not exist, if its product is no longer sold, if another price or
 * currency was shown to the user, if too little is left of a product, or if a discount cannot be used any more. A problem rolls the transaction back.
 */
export async function reserveLines(
  tx: Db,
  products: Products,
  reservation: Reservation,
): Promise<Reserved | TakenLines | Problem> {
  const { userId, paymentId, granted = [], inserted = [] } = reservation
  await insertLines(tx, [...inserted])
  const reserved = await takeLines(tx, reservation)
  if (reserved instanceof Problem || 'taken' in reserved) return reserved
  // A change of the currency begins with changing the lines, which are reserved now. So it is either read here, or it
  // waits and finds this payment.
  const settings = await readSelling(tx)
  const { currency } = settings
  if (currency !== reservation.currency)
    return new Problem('total-changed', { detail: `The prices are in ${currency} now. Nothing was charged.` })
  const priced = await priceLines(tx, products, { reserved, reservation, settings })
  if (priced instanceof Problem) return priced
  const { prices, lines, fullCents } = priced
  const amountCents = prices.reduce((sum, cents) => sum + cents, 0)
  if (hasOtherTotal(reservation, fullCents))
    return new Problem('total-changed', { total: toAmountText(fullCents, currency) })
  const held = await holdStock(tx, { paymentId, lines })
  if (held instanceof Problem) return held
  const refused = await claimUses(tx, { paymentId, userId, granted })
  if (refused) return refused
  const begins = reserved.some(({ every_weeks }) => every_weeks !== null)
  return { amountCents, prices, offDelivery: offDelivery(granted), takenStock: held.taken, begins }
}

/** Reserves the lines, but for those that are paid or reserved already. Discounts are for all of the lines. */
async function takeLines(
  tx: Db,
  { ids, userId, paymentId, granted = [] }: Reservation,
): Promise<ReservedLine[] | TakenLines | Problem> {
  const reserved = await setPaymentId(tx, { ids, userId, paymentId })
  if (reserved.length === ids.length) return reserved
  const all = await listOwnLines(tx, { ids, userId })
  if (all.length < ids.length) return new Problem('not-found')
  if (reserved.length === 0) return { taken: all }
  return granted.length > 0 ? new Problem('total-changed') : reserved
}

type Priced = { prices: number[]; fullCents: number; lines: StockedLine[] }

type ToPrice = { reserved: ReservedLine[]; reservation: Reservation; settings: SellingSettings }

/** Returns what is to be paid for each line, what they would cost without discounts, and what they take from the stocks. */
async function priceLines(
  tx: Db,
  products: Products,
  { reserved, reservation, settings }: ToPrice,
): Promise<Priced | Problem> {
  const discounts = offLines(reservation.granted ?? [])
  const prices: number[] = []
  let fullCents = 0
  const lines: StockedLine[] = []
  const sold = await products.byIdsWithin(
    tx,
    reserved.map(({ product_id }) => product_id),
  )
  for (const line of reserved) {
    const found = sold.get(line.product_id)
    if (!found) return new Problem('product-removed', { detail: `${line.product_name} is no longer sold.` })
    const agreed = reservation.agreed?.get(line.id)
    const product = { ...found, priceCents: agreed ?? priceOf(line, found, settings) }
    const [shown, off] = [reservation.prices.get(line.id), discounts.get(line.id)]
    const cents = await priceToPay(tx, { line, product, shown, off, reservation })
    if (cents instanceof Problem) return cents
    prices.push(cents)
    fullCents += product.priceCents
    const taken = wantedLine(line, product)
    lines.push({ ...taken, ...(reservation.isGift && { stockId: null }), name: line.product_name })
  }
  return { prices, fullCents, lines }
}

/** Returns whether another total was shown to the user. */
function hasOtherTotal({ totalCents }: Reservation, amountCents: number): boolean {
  return totalCents !== null && totalCents !== amountCents
}

type PriceCheck = {
  line: ReservedLine
  product: SoldProduct
  shown: number | undefined
  /** What discounts take off. */
  off: number | undefined
  reservation: Reservation
}

/**
 * Checks that the current price of a cart line's product was shown to the user. If so, stores in the line what is to be paid
 * for it and returns that in cents. Returns a problem if another price was shown.
 */
async function priceToPay(
  tx: Db,
  { line, product, shown = line.price_cents, off = 0, reservation: { userId, currency } }: PriceCheck,
): Promise<number | Problem> {
  const { priceCents } = product
  if (priceCents !== shown) {
    const price = toAmountText(priceCents, currency)
    return new Problem('price-changed', {
      price,
      detail: `${line.product_name} now costs ${formatMoney(priceCents, currency)}.`,
    })
  }
  const price_cents = priceCents - off
  if (price_cents !== line.price_cents || off > 0)
    await tx
      .updateTable('cart_items')
      .set({ price_cents, discount_cents: off })
      .where('id', '=', line.id)
      .where('user_id', '=', userId)
      .execute()
  return price_cents
}

/**
 * Releases the cart lines that were reserved for a failed payment, and gives back its discounts and what was taken from the
 * stocks for them. The user can then pay for the lines or remove them again. The lines of a gift, which never were in the cart,
 * are deleted. Lines that already belong to an order, such as a cancelled one, are not released.
 */
export async function releaseLines(tx: Db, { paymentId, userId }: OwnPayment): Promise<void> {
  await tx
    .deleteFrom('cart_items')
    .where(
      'payment_id',
      'in',
      tx.selectFrom('gifts').select('payment_id').where('payment_id', '=', paymentId),
    )
    .where('user_id', '=', userId)
    .where('payment', 'is', null)
    .where('order_id', 'is', null)
    .execute()
  await tx
    .updateTable('cart_items')
    .set(({ eb }) => ({
      payment_id: null,
      price_cents: eb('price_cents', '+', eb.ref('discount_cents')),
      discount_cents: 0,
    }))
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .where('payment', 'is', null)
    .where('order_id', 'is', null)
    .execute()
  await giveBackStock(tx, paymentId, 'released')
  await giveBackUses(tx, paymentId)
}

/** Equal items on a bill. `unitCents` is the price of one of them. */
export type BillLine = { name: string; unitCents: number; quantity: number }

/**
 * Lists what is reserved for a payment. Items with the same name and price are one line, which is where the first of
 * them was.
 */
export async function listBill(db: Db, { paymentId, userId }: OwnPayment): Promise<BillLine[]> {
  const items = await db
    .selectFrom('cart_items')
    .select(['product_name', 'price_cents'])
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const equal = Map.groupBy(items, ({ product_name, price_cents }) => `${price_cents} ${product_name}`)
  return [...equal.values()].flatMap(([first, ...others]) =>
    first ? [{ name: first.product_name, unitCents: first.price_cents, quantity: 1 + others.length }] : [],
  )
}
