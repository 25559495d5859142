import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderItem } from '#contract/cart.ts'
import { ask, askForCart, payFor } from './client.ts'
import { signUpShopper } from './load.ts'
import type { Shopper } from './load.ts'

const BUYERS = 8
/** The first number that makes an email address of a buyer. The shoppers of the load have lower numbers. */
const FIRST_NUMBER = 2000
const PAUSE_MS = 400
/** A buyer gives up a purchase after this time in ms. */
const TIMEOUT_MS = 20_000

type Shop = { url: string }

export async function signUpBuyers(shop: Shop): Promise<Shopper[]> {
  const buyers: Shopper[] = []
  while (buyers.length < BUYERS) buyers.push(await signUpShopper(shop, FIRST_NUMBER + buyers.length))
  return buyers
}

/**
 * Lets each buyer make one purchase after the other for `seconds`. Returns the number of completed purchases and of
 * those that were given up.
 */
export async function letBuy(
  shop: Shop,
  { buyers, seconds }: { buyers: Shopper[]; seconds: number },
): Promise<{ completed: number; abandoned: number }> {
  const until = performance.now() + seconds * 1000
  const results = { completed: 0, abandoned: 0 }
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < until) {
        results[(await purchase(shop, buyer)) ? 'completed' : 'abandoned'] += 1
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
async function purchase(shop: Shop, buyer: Shopper): Promise<boolean> {
  const late = performance.now() + TIMEOUT_MS
  while ((await ask(shop, 'POST /api/orders', { ...buyer, body: buyer.line })).status !== 200) {
    if (performance.now() > late) return false
    await sleep(PAUSE_MS)
  }
  while (performance.now() < late) {
    const cart = await askForCart(shop, buyer)
    if (cart.status === 200) {
      const unpaid = cart.answer.filter(({ payment }) => !payment)
      if (unpaid.length === 0) return true
      await payAtStripe(shop, buyer, unpaid)
    }
    await sleep(PAUSE_MS)
  }
  return false
}

/**
 * Presses "Pay For All Item", then Pay on the page of Stripe, and then opens the page to which Stripe sends the browser
 * back. At that moment the shop may or may not have received Stripe's event.
 */
async function payAtStripe(shop: Shop, buyer: Shopper, unpaid: OrderItem[]): Promise<void> {
  const page = /"url":"([^"]+)"/.exec((await payFor(shop, buyer, unpaid)).text)?.[1]
  if (!page) return
  const body = new URLSearchParams({ does: 'pay' })
  const paid = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const paymentId = /[0-9a-f-]{36}/.exec(paid.headers.get('location') ?? '')?.[0]
  if (paymentId) await ask(shop, `GET /api/payment/${paymentId}`, buyer)
}
