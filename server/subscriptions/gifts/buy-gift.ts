import { Problem, wrongField } from '#contract/errors.ts'
import type { GiftQuote, NewGift } from '#contract/orders/gifts.ts'
import type { CheckoutResult } from '#contract/selling/checkout.ts'
import type { Checkout } from '#contract/selling/settings.ts'
import { agreedCheckout, presentOutcome, storeCheckout } from '#server/checkout/agreed-checkout.ts'
import type { Wanted } from '#server/checkout/agreed-checkout.ts'
import { chooseGateway } from '#server/checkout/choose-gateway.ts'
import { readOutcome } from '#server/payments/read-outcome.ts'
import { startPayment } from '#server/payments/start-payment.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { GiftData } from '#server/tables/subscription-rows.ts'
import type { UserRow } from '#server/tables.ts'
import { quoteGift } from './quote-gift.ts'
import type { GiftParts, QuotedGift } from './quote-gift.ts'

export type Buyer = Pick<UserRow, 'id' | 'email' | 'name'>

type Request = Omit<NewGift, 'guest'> & { ip: string }

/**
 * Pays for a gift. Its order has the bags of all deliveries, which take nothing from the stock. The same request again has the
 * outcome of the first one.
 */
export async function buyGift(
  parts: GiftParts,
  buyer: Buyer,
  request: Request,
): Promise<CheckoutResult | Problem> {
  const { country, recipient } = request
  const wanted = { ...request, address: null, note: `A gift for ${recipient.trim()}` }
  const { requestId } = request
  const earlier = await findEarlier(parts, { buyer, requestId, wanted })
  if (earlier) return earlier
  const settings = await parts.selling.settingsNow()
  const quoted = await quoteGift(parts, settings, { ...request, buyer })
  if (quoted instanceof Problem) return quoted
  const { quote } = quoted
  if (!quote.roastDays.includes(request.startOn)) return wrongField('startOn', 'is not possible')
  const named = {
    ...quote,
    offers: quote.offers.map((offer) => ({ ...offer, name: nameOf(request, offer) })),
  }
  const checkout = agreedCheckout(named, wanted)
  if (checkout instanceof Problem) return checkout
  if (!checkout) return new Problem('cannot-be-delivered')
  const agreed = { ...checkout, gift: { country } }
  return payFor(parts, { buyer, request, wanted, quoted, checkout: agreed }).catch(async (error: unknown) => {
    // The same request was sent twice at the same moment, and the other one has paid.
    const other = await findEarlier(parts, { buyer, requestId, wanted })
    if (other) return other
    throw error
  })
}

function nameOf({ deliveries }: Request, { name }: GiftQuote['offers'][number]): string {
  return `Gift, ${deliveries} deliveries: ${name}`
}

type Earlier = { buyer: Buyer; requestId: string; wanted: Wanted }

async function findEarlier(
  { database, payments }: GiftParts,
  { buyer: { id: userId }, requestId, wanted }: Earlier,
): Promise<CheckoutResult | Problem | null> {
  const bought = await database.read
    .selectFrom('gifts')
    .select('payment_id')
    .where('user_id', '=', userId)
    .where('request', '=', requestId)
    .executeTakeFirst()
  if (!bought) return null
  const earlierId = bought.payment_id
  const outcome = await readOutcome(payments, database.read, { id: earlierId, user_id: userId })
  return presentOutcome(database, { outcome: { ...outcome, earlierId }, userId, wanted })
}

type Paying = { buyer: Buyer; request: Request; wanted: Wanted; quoted: QuotedGift; checkout: Checkout }

async function payFor(
  { database, payments }: GiftParts,
  { buyer, request, wanted, quoted: { quote, lines }, checkout }: Paying,
): Promise<CheckoutResult | Problem> {
  const paidBy = chooseGateway(payments, quote, { ...wanted, ip: request.ip })
  if (paidBy instanceof Problem) return paidBy
  const prices = new Map(lines.map(({ row, product }) => [row.id, product.priceCents]))
  const userId = buyer.id
  let openedId: string | undefined
  const outcome = await startPayment(payments, {
    userId,
    kind: 'full',
    ids: [...prices.keys()],
    inserted: lines.map(({ row }) => row),
    prices,
    agreed: prices,
    totalCents: quote.itemsTotal,
    currency: quote.currency,
    ...paidBy,
    isGift: true,
    checkout: {
      deliveryCents: checkout.deliveryPrice,
      store: async (tx, paymentId) => {
        openedId = paymentId
        await storeCheckout(tx, { paymentId, userId, checkout, at: now() })
        await insertGift(tx, { paymentId, buyer, request, price: lines[0]?.product.priceCents ?? 0 })
      },
    },
  })
  return outcome instanceof Problem
    ? outcome
    : presentOutcome(database, { outcome, openedId, userId, wanted })
}

type Bought = { paymentId: string; buyer: Buyer; request: Request; price: number }

async function insertGift(tx: Db, { paymentId, buyer, request, price }: Bought): Promise<void> {
  const { productId, grind, quantity, everyWeeks, country, methodId, startOn } = request
  const people = { from: buyer.name, recipient: request.recipient.trim(), message: request.message.trim() }
  const content = { productId, grind, quantity, everyWeeks, price, country, methodId, startOn }
  const data: GiftData = { ...content, ...people }
  await tx
    .insertInto('gifts')
    .values({
      payment_id: paymentId,
      user_id: buyer.id,
      request: request.requestId,
      deliveries: request.deliveries,
      data: JSON.stringify(data),
      code_hash: null,
      subscription_id: null,
      created_at: now(),
    })
    .execute()
}
