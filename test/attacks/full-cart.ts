import { setTimeout as sleep } from 'node:timers/promises'
import type { NewOrder } from '#contract/cart.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { ask, askForCart, firstLine, payFor, signIn } from '../harness/client.ts'
import type { Person } from '../harness/client.ts'
import { startShop } from '../harness/shops.ts'
import type { Shop } from '../harness/shops.ts'
import { none } from '../harness/trial.ts'
import type { Trial } from '../harness/trial.ts'

/**
 * The number of items to add after the payment. The paid items and these items together are one more than the unpaid
 * items that a cart may hold.
 */
const AFTER_PAYING = 21
const AT_ONCE = 20

export const fullCart: Trial = {
  name: 'full-cart',
  title: 'an almost full cart, paid, and used again at once',
  run: async (ground) => {
    const shop = await startShop(ground, { DEMO: '1' })
    const shopper = await signIn(shop, demoAccounts.shopper)
    const line = await firstLine(shop, shopper)
    await pay(shop, shopper)
    for (let count = 0; count < MAX_ITEMS - AFTER_PAYING + 1; count += AT_ONCE) {
      const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => add(shop, shopper, line)))
      if (statuses.some((status) => status !== 200)) throw new Error(`Filling the cart got ${statuses}.`)
    }
    await pay(shop, shopper)
    let refused = 0
    for (let count = 0; count < AFTER_PAYING; count++)
      if ((await add(shop, shopper, line)) !== 200) refused += 1
    return [none(`additions refused after paying, of ${AFTER_PAYING}`, refused)]
  },
}

/**
 * Adds one coffee to the shopper's cart, and returns the status of the response. Retries while the rate limiter
 * refuses the request.
 */
async function add(shop: Shop, shopper: Person, body: NewOrder): Promise<number> {
  const { status } = await ask(shop, 'POST /api/orders', { ...shopper, body })
  if (status !== 429) return status
  await sleep(50)
  return add(shop, shopper, body)
}

/** Pays for all unpaid items in the shopper's cart. */
async function pay(shop: Shop, shopper: Person): Promise<void> {
  const unpaid = (await askForCart(shop, shopper)).answer.filter(({ payment }) => payment !== 'OK')
  if (unpaid.length === 0) return
  const { status } = await payFor(shop, shopper, unpaid)
  if (status !== 200) throw new Error(`Paying got ${status}.`)
}
