import type { OrderItem } from '#contract/cart.ts'
import { FEW_LEFT, MAX_ITEMS } from '#contract/values/limits.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { toAmountText } from '#contract/values/money.ts'
import type { SoldProduct } from '#server/catalogue/find-product.ts'
import type { EncodedResponse } from '#server/platform/http/response-cache.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findStockFor } from '#server/stock/find-sold-out.ts'
import type { StockFor, WantedLine } from '#server/stock/find-sold-out.ts'
import type { Cart, ReadCart } from './cart.ts'
import { priceOf, wantedLine } from './payable-lines.ts'
import { listLines, listOlderUnpaid } from './queries.ts'
import type { ShownLine } from './queries.ts'

/**
 * Returns the lines of the caller's cart, paid and unpaid, oldest first. If there are more than 500, the oldest paid
 * lines are left out.
 */
export function listCart(cart: Cart, caller: Caller): Promise<EncodedResponse> {
  return cart.cache.get(caller.userId, () => readCart(cart, caller))
}

async function readCart(cart: Cart, caller: Caller): Promise<ReadCart> {
  const { database, products } = cart
  const newest = await listLines(database.read, caller)
  const shown = newest.length < MAX_ITEMS ? newest : await unpaidFirst(database, caller, newest)
  const lines = []
  for (const row of shown.toReversed())
    lines.push({ row, product: row.payment ? null : await products.byId(row.product_id) })
  return presentCart(cart, caller, lines)
}

/** Converts the lines of a cart, oldest first, for a response to its owner. */
export async function presentCart(
  { database, settings }: Cart,
  owner: Pick<Caller, 'email'>,
  shown: Omit<CartLine, keyof WantedLine>[],
): Promise<ReadCart> {
  const lines = shown.map(({ row, product }): CartLine => {
    // What a payment has reserved is taken from the stock already.
    const wanted = product && !row.payment_id ? wantedLine(row, product) : NO_STOCK
    return { row, product, ...wanted }
  })
  const [stock, selling] = await Promise.all([findStockFor(database.read, lines), settings()])
  const leftOf = leftFor(lines, stock)
  return {
    items: lines.map((line) => ({
      ...presentLine(line, owner, selling),
      ...(stock.soldOut.has(line) && { soldOut: true }),
      ...leftOf(line),
    })),
    isCacheable: lines.every(({ stockId }) => stockId === null),
  }
}

/**
 * A line of the cart. `product` is the product in the catalogue now. It is null if the product is no longer sold or the
 * line is paid.
 */
type CartLine = WantedLine & { row: ShownLine; product: SoldProduct | null }

const NO_STOCK: WantedLine = { stockId: null, grams: 0 }

/**
 * Returns a function that says how many of a line's product this cart can have. It says nothing if that is more than a
 * few, and more than the cart has already.
 */
function leftFor(
  lines: CartLine[],
  { soldOut, roomFor }: StockFor<CartLine>,
): (line: CartLine) => Pick<OrderItem, 'left'> {
  const sizeOf = ({ product, grams }: CartLine) => `${product?.id} ${grams}`
  const fitting = Map.groupBy(
    lines.filter((line) => line.stockId !== null && !soldOut.has(line)),
    sizeOf,
  )
  return (line) => {
    const room = roomFor(line)
    if (room === null) return {}
    const left = room + (fitting.get(sizeOf(line))?.length ?? 0)
    return room === 0 || left <= FEW_LEFT ? { left } : {}
  }
}

/**
 * Returns the lines `newest`, but replaces the oldest paid lines by unpaid lines that are older than all of `newest`,
 * if there are any. The user must see every unpaid line, because the unpaid lines count towards the maximum size of the
 * cart.
 */
async function unpaidFirst(
  { longRead }: Cart['database'],
  caller: Caller,
  newest: ShownLine[],
): Promise<ShownLine[]> {
  const paid = newest.filter(({ payment }) => payment !== null)
  const before = newest.at(-1)?.id
  if (paid.length === 0 || before === undefined) return newest
  const older = await listOlderUnpaid(longRead, { ...caller, before }, paid.length)
  const replaced = new Set(paid.slice(paid.length - older.length))
  return [...newest.filter((row) => !replaced.has(row)), ...older]
}

/** Converts a cart line for a response to its owner. */
function presentLine(
  { row, product }: CartLine,
  { email }: Pick<Caller, 'email'>,
  settings: SellingSettings,
): OrderItem {
  return {
    _id: row.id,
    email,
    customer: row.customer,
    productName: row.product_name,
    img: row.img,
    price: toAmountText(row.price_cents, settings.currency),
    ratting: row.rating,
    productId: row.product_id,
    ...(row.brand !== null && { brand: row.brand }),
    ...(row.bag !== null && { bag: row.bag }),
    ...(row.weight_grams !== null && { weight: row.weight_grams }),
    ...(row.grind !== null && { grind: row.grind }),
    ...(row.every_weeks !== null && { everyWeeks: row.every_weeks }),
    ...(row.roasters_choice === 1 && { roastersChoice: true }),
    ...stateOf(row, product, settings),
  }
}

function stateOf(row: ShownLine, product: SoldProduct | null, settings: SellingSettings): Partial<OrderItem> {
  if (row.payment)
    return {
      payment: row.payment,
      delivery: row.delivery ?? 'Ordered',
      ...(row.order_state === 'refunded' && { refunded: true }),
    }
  if (row.payment_id) return { checking: true, paymentId: row.payment_id }
  if (!product) return { removed: true }
  const priceCents = priceOf(row, product, settings)
  if (priceCents === row.price_cents) return {}
  return { newPrice: toAmountText(priceCents, settings.currency) }
}
