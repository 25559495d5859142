import type { GiftQuoteRequest, NewGift, OpenedGift } from '#contract/orders/gifts.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { DisputeRow } from '#server/tables/payment-rows.ts'
import type { GuestOrder } from '#contract/selling/checkout.ts'
import { markPaid } from '#server/payments/mark-paid.ts'
import { lastToken } from '#test/mails/queued-mails.ts'
import type { Given } from '#test/shop.ts'
import { lisbonAddress } from './portuguese-shop.ts'

/** Three deliveries of one bag to Portugal, every two weeks. */
export const giftQuote: GiftQuoteRequest = {
  productId: 'nothing',
  grind: null,
  quantity: 1,
  deliveries: 3,
  everyWeeks: 2,
  country: 'PT',
  methodId: 'post',
}

export const newGift: NewGift = {
  ...giftQuote,
  requestId: newId(),
  country: 'PT',
  methodId: 'post',
  recipient: 'Rui Alves',
  message: 'Happy birthday',
  startOn: '2026-12-08',
  total: 2100,
  currency: 'USD',
}

type Wish = Partial<NewGift> & Pick<GuestOrder, 'email'>

/** Lets a guest buy three deliveries of espresso by transfer, which are not paid yet. Returns the id of the payment. */
export async function orderGift(
  shop: Pick<Given, 'call' | 'shelves'>,
  { email, ...wish }: Wish,
): Promise<string> {
  const guest = { name: 'Gil', email }
  const body = { ...newGift, productId: shop.shelves.espresso.id, requestId: newId(), guest, ...wish }
  return (await shop.call('POST /gifts', { body })).answer.paymentId ?? ''
}

/** Lets a guest buy and pay the same. Returns the code, too. */
export async function buyGift(shop: Given, wish: Wish): Promise<{ paymentId: string; code: string }> {
  const paymentId = await orderGift(shop, wish)
  await markPaid(shop.payments, paymentId, { by: 'ada' })
  return { paymentId, code: await lastToken(shop.database, wish.email) }
}

type Settled = { paymentId: string } & Pick<DisputeRow, 'kind' | 'status'>

/** Records what has become of a dispute about the payment of a gift. */
export async function settleDispute(
  { database, payments }: Given,
  { paymentId, ...news }: Settled,
): Promise<void> {
  const found = database.read.selectFrom('payments').selectAll().where('id', '=', paymentId)
  const payment = await found.executeTakeFirstOrThrow()
  const about = { id: 'dp_1', payment_id: paymentId, amount_cents: 2100, reason: 'fraudulent' }
  const times = { due_at: null, created_at: now(), settled_at: null, dismissed_at: null }
  const dispute = { ...about, ...times, ...news }
  await database.write((write) => payments.onDisputed(write, { payment, dispute }))
}

/** Returns the request with which the recipient of a gift uses its code. */
export function redemption(code: string, email: string) {
  return { body: { code, email, address: lisbonAddress } }
}

/** What the recipient of the gift of `orderGift` sees. */
export const opened: Partial<OpenedGift> = {
  quantity: 1,
  deliveries: 3,
  everyWeeks: 2,
  from: 'Gil',
  recipient: 'Rui Alves',
  message: 'Happy birthday',
  country: 'PT',
  startOn: '2026-12-08',
}
