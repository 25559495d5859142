import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderItem } from '#contract/cart.ts'
import { fullPayment } from '../cart.ts'
import { ask, signUp } from './client.ts'
import type { Shopper } from './client.ts'

const BUYERS = 8
/** The first number that makes an email address of a buyer. The shoppers of the load have lower numbers. */
const FIRST_NUMBER = 2000
const PAUSE_MS = 400
/** A buyer gives up a purchase after this time in ms. */
const PATIENCE_MS = 20_000

export async function signUpBuyers(url: string): Promise<Shopper[]> {
  const buyers: Shopper[] = []
  for (let index = 0; index < BUYERS; index++) buyers.push(await signUp(url, FIRST_NUMBER + index))
  return buyers
}

/**
 * Lets each buyer make one purchase after the other for `seconds`. Returns the number of completed purchases and of
 * those that were given up.
 */
export async function letBuy(
  url: string,
  { buyers, seconds }: { buyers: Shopper[]; seconds: number },
): Promise<{ completed: number; abandoned: number }> {
  const until = performance.now() + seconds * 1000
  const results = { completed: 0, abandoned: 0 }
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < until) {
        if (await purchase(url, buyer)) results.completed += 1
        else results.abandoned += 1
        await sleep(PAUSE_MS)
      }
    }),
  )
  return results
}

/**
 * Puts a coffee into the cart and pays on the page of Stripe, as a patient person does: when a request fails, the buyer
 * looks at the cart and pays for what is unpaid there. Returns whether everything in the cart is paid.
 */
async function purchase(url: string, buyer: Shopper): Promise<boolean> {
  const late = performance.now() + PATIENCE_MS
  const { coffee, email } = buyer
  const line = { ...coffee, email, customer: 'Load' }
  while ((await send(url, buyer, { path: '/api/orders', body: line })).status !== 200) {
    if (performance.now() > late) return false
    await sleep(PAUSE_MS)
  }
  while (performance.now() < late) {
    const cart = await send(url, buyer, { path: `/api/myCarts?email=${encodeURIComponent(email)}` })
    if (cart.status === 200) {
      // cast: the API contract gives the response this type.
      const unpaid = (JSON.parse(cart.text) as OrderItem[]).filter(({ payment }) => !payment)
      if (unpaid.length === 0) return true
      await pay(url, { buyer, unpaid })
    }
    await sleep(PAUSE_MS)
  }
  return false
}

/**
 * Presses "Pay For All Item", then Pay on the page of Stripe, and then opens the page to which Stripe sends the browser
 * back. At that moment the shop may or may not have received Stripe's event.
 */
async function pay(url: string, { buyer, unpaid }: { buyer: Shopper; unpaid: OrderItem[] }): Promise<void> {
  const started = await send(url, buyer, { path: '/api/fullOrder', body: fullPayment(buyer, unpaid) })
  const page = /"url":"([^"]+)"/.exec(started.text)?.[1]
  if (!page) return
  const body = new URLSearchParams({ does: 'pay' })
  const paid = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const paymentId = /[0-9a-f-]{36}/.exec(paid.headers.get('location') ?? '')?.[0]
  if (paymentId) await send(url, buyer, { path: `/api/payment/${paymentId}` })
}

function send(url: string, { token, address }: Shopper, { path, body }: { path: string; body?: object }) {
  const headers = { 'authorization': `Bearer ${token}`, 'x-forwarded-for': address }
  return ask(url, { path, headers, ...(body && { body }) })
}
