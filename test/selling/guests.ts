import { randomUUID } from 'node:crypto'
import type { GuestItem } from '#contract/cart.ts'
import type { CheckoutRequest, GuestOrder } from '#contract/selling/checkout.ts'
import type { CoffeeRow, PacketRow } from '#server/tables/product-rows.ts'
import { cookiesOf } from '../calls.ts'
import type { Reply } from '../calls.ts'
import type { Given } from '../shop.ts'
import { lisbonAddress } from './portuguese-shop.ts'

export const bank = { holder: 'Hill Roasters', iban: 'PT50000201231234567890154' }

type Product = Pick<CoffeeRow | PacketRow, 'id' | 'price_cents'>

/** Returns so many of a product, as the browser of a guest has them in its cart. */
export function guestItem({ id, price_cents }: Product, quantity = 1): GuestItem {
  return { productId: id, quantity, price: (price_cents / 100).toFixed(2) }
}

type Wish = { items: GuestItem[] } & Partial<Pick<GuestOrder, 'email' | 'cartId'>>

/** Returns the request of a guest to pay for a cart that goes to Lisbon, with the total of a quote. */
export async function guestRequest(
  shop: Pick<Given, 'call'>,
  { items, email = 'gil@people.example', cartId = randomUUID() }: Wish,
): Promise<CheckoutRequest> {
  const sent = { methodId: 'post', address: lisbonAddress }
  const body = { items, country: lisbonAddress.country, methodId: sent.methodId }
  const { totals, offers } = (await shop.call('POST /checkout/quote', { body })).answer
  const promise = offers.find(({ id }) => id === sent.methodId)?.promise ?? null
  const guest = { cartId, email, name: 'Gil', items }
  return { guest, ...sent, note: '', total: totals?.total ?? 0, promise, way: 'transfer' }
}

/** Sends the request of a guest. Returns the reply, and the headers with which the same browser goes on. */
export async function orderAsGuest(
  shop: Pick<Given, 'send'>,
  body: CheckoutRequest,
  headers: Record<string, string> = {},
): Promise<{ reply: Reply<'POST /checkout'>; headers: { cookie: string } }> {
  const reply = await shop.send('POST /checkout', { body, headers })
  return { reply, headers: { cookie: cookiesOf(reply) } }
}
