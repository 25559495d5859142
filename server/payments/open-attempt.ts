import { Problem } from '#contract/errors.ts'
import { toPrice } from '#contract/money.ts'
import type { Sellable } from '#server/catalogue/sellable.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Write } from '#server/platform/database/database.ts'
import { Refused, refusing } from '#server/platform/database/refusing.ts'
import type { CartItemRow, PaymentRow, Tables } from '#server/tables.ts'
import type { Payments } from './payments.ts'
import { claimItems, insertPayment, listOwnItems, repriceItem } from './queries.ts'
import type { HeldItem } from './queries.ts'

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
  return refusing(payments.database.write((write) => claim(payments, wish, write)))
}

async function claim({ gateway, products }: Payments, wish: Wish, { tx }: Write<Tables>): Promise<PaymentRow | Problem | CartItemRow[]> {
  const id = newId()
  const held = await claimItems(tx, { ...wish, paymentId: id })
  if (held.length < wish.ids.length) {
    const all = await listOwnItems(tx, wish)
    const missing = all.length < wish.ids.length ? new Problem('not-found') : null
    // Nothing is held, so nothing has to be taken back.
    if (held.length === 0) return missing ?? all
    if (missing) throw new Refused(missing)
  }
  const amount = await agreeOnAmount(wish, held, { tx, products })
  const payment = newPayment({ id, amount, gateway: gateway.name }, wish)
  await insertPayment(tx, payment)
  return payment
}

/** The cents to charge: today's prices, and only if they are what the person was shown. */
async function agreeOnAmount(wish: Wish, held: HeldItem[], { tx, products }: Pick<Write<Tables>, 'tx'> & Pick<Payments, 'products'>): Promise<number> {
  let amount = 0
  for (const item of held) {
    const product = await products.byIdWithin(tx, item.product_id)
    if (!product) throw new Refused(new Problem('product-removed', { detail: `${item.product_name} is no longer sold.` }))
    if (product.priceCents !== (wish.prices.get(item.id) ?? item.price_cents)) throw new Refused(changedPrice(item, product))
    if (product.priceCents !== item.price_cents) await repriceItem(tx, { id: item.id, cents: product.priceCents })
    amount += product.priceCents
  }
  if (wish.totalCents !== null && wish.totalCents !== amount) throw new Refused(new Problem('total-changed', { total: toPrice(amount) }))
  return amount
}

function changedPrice(item: HeldItem, product: Sellable): Problem {
  const price = toPrice(product.priceCents)
  return new Problem('price-changed', { price, detail: `${item.product_name} now costs $${price}.` })
}

function newPayment({ id, amount, gateway }: { id: string; amount: number; gateway: string }, wish: Wish): PaymentRow {
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
