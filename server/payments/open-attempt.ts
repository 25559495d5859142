import { Problem } from '#contract/errors.ts'
import { toPrice } from '#contract/values/money.ts'
import type { SoldProduct } from '#server/catalogue/sold-product.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { CartItemRow, PaymentRow } from '#server/tables.ts'
import type { Payments } from './payments.ts'
import { claimItems, insertPayment, listOwnItems, repriceItem } from './queries.ts'
import type { HeldItem } from './queries.ts'
import type { ShopWrite } from '#server/shop-database.ts'

/**
 * What somebody wants to pay: which of their items, and what they were shown. `prices` holds the cents shown for
 * an item, where they were sent; `totalCents` the total shown, for a full order.
 */
export type Wish = {
  userId: string
  kind: 'single' | 'full'
  ids: string[]
  prices: Map<string, number>
  totalCents: number | null
}

/**
 * Writes an attempt that holds the unpaid items among those wished, before any gateway is asked. Answers the
 * attempt; the problem that stands in the way; or the items as they are, when none of them is free to be paid.
 */
export function openAttempt(payments: Payments, wish: Wish): Promise<PaymentRow | Problem | CartItemRow[]> {
  return payments.database.write((write) => claim(payments, wish, write))
}

async function claim(
  { gateway, products }: Payments,
  wish: Wish,
  { tx, publish }: ShopWrite,
): Promise<PaymentRow | Problem | CartItemRow[]> {
  const id = newId()
  const held = await claimItems(tx, { ...wish, paymentId: id })
  if (held.length < wish.ids.length) {
    const all = await listOwnItems(tx, wish)
    const missing = all.length < wish.ids.length ? new Problem('not-found') : null
    if (missing) return missing
    if (held.length === 0) return all
  }
  const amount = await agreeOnAmount(wish, held, { tx, products })
  if (amount instanceof Problem) return amount
  const payment = newPayment({ id, amount, gateway: gateway.name }, wish)
  await insertPayment(tx, payment)
  publish({ type: 'payment-opened', userId: wish.userId })
  return payment
}

/** The cents to charge: today's prices, and only if they are what the person was shown. */
async function agreeOnAmount(
  wish: Wish,
  held: HeldItem[],
  { tx, products }: Pick<ShopWrite, 'tx'> & Pick<Payments, 'products'>,
): Promise<number | Problem> {
  let amount = 0
  for (const item of held) {
    const product = await products.byIdWithin(tx, item.product_id)
    if (!product) return new Problem('product-removed', { detail: `${item.product_name} is no longer sold.` })
    if (product.priceCents !== (wish.prices.get(item.id) ?? item.price_cents))
      return changedPrice(item, product)
    if (product.priceCents !== item.price_cents)
      await repriceItem(tx, { id: item.id, cents: product.priceCents })
    amount += product.priceCents
  }
  if (wish.totalCents !== null && wish.totalCents !== amount)
    return new Problem('total-changed', { total: toPrice(amount) })
  return amount
}

function changedPrice(item: HeldItem, product: SoldProduct): Problem {
  const price = toPrice(product.priceCents)
  return new Problem('price-changed', { price, detail: `${item.product_name} now costs $${price}.` })
}

function newPayment(
  { id, amount, gateway }: { id: string; amount: number; gateway: string },
  wish: Wish,
): PaymentRow {
  return {
    id,
    idempotency_key: id,
    user_id: wish.userId,
    kind: wish.kind,
    amount_cents: amount,
    gateway,
    status: 'pending',
    reference: null,
    created_at: now(),
    settled_at: null,
  }
}
