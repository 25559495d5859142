import { randomUUID } from 'node:crypto'
import type { GuestItem } from '#contract/cart.ts'
import type { CheckoutRequest } from '#contract/selling/checkout.ts'
import type { CoffeeRow, PacketRow } from '#server/tables.ts'
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

type Wish = { items: GuestItem[]; email?: string; cartId?: string; methodId?: 'post' | 'counter' }

/** Returns the request of a guest to pay for a cart that goes to Lisbon or is picked up, with the total of a quote. */
export async function guestRequest(
  shop: Pick<Given, 'call'>,
  { items, email = 'gil@people.example', cartId = randomUUID(), methodId = 'post' }: Wish,
): Promise<CheckoutRequest> {
  const address = methodId === 'post' ? lisbonAddress : null
  const body = { items, country: address?.country ?? null, methodId }
  const { totals, offers } = (await shop.call('POST /checkout/quote', { body })).answer
  const promise = offers.find(({ id }) => id === methodId)?.promise ?? null
  const guest = { cartId, email, name: 'Gil', items }
  return { guest, methodId, address, note: '', total: totals?.total ?? 0, promise, way: 'transfer' }
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
