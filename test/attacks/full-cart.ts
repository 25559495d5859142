import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccounts } from '#contract/values/demo.ts'
import { MOST_ITEMS } from '#contract/values/limits.ts'
import type { Attack, AttackedShop } from './attack.ts'
import { ask, signIn } from './client.ts'

/**
 * The number of items to add after the payment. The paid items and these items together are one more than the unpaid
 * items that a cart may hold.
 */
const AFTER_PAYING = 21
const AT_ONCE = 20

type Coffee = { _id: string; name: string; img: string; price: string; ratting: number }
type Shopper = { email: string; token: string }

export const fullCart: Attack = {
  name: 'full-cart',
  title: 'an almost full cart, paid, and used again at once',
  run: async ({ start }) => {
    const shop = await start({ DEMO: '1' })
    const { email } = demoAccounts.shopper
    const { token } = await signIn(shop, demoAccounts.shopper)
    const shopper = { email, token }
    const coffee = await firstCoffee(shop, shopper)
    await pay(shop, shopper)
    await fill(shop, shopper, coffee)
    await pay(shop, shopper)
    let refused = 0
    for (let count = 0; count < AFTER_PAYING; count++)
      if ((await add(shop, shopper, coffee)) !== 200) refused += 1
    return [
      {
        what: `additions refused after paying, of ${AFTER_PAYING}`,
        value: refused,
        unit: '',
        held: refused === 0,
      },
    ]
  },
}

async function firstCoffee(shop: AttackedShop, { token }: Shopper): Promise<Coffee> {
  const { json: brands } = await ask(shop, 'GET /allCoffee')
  // cast: the API contract gives the response this type.
  const [brand] = brands as { _id: string }[]
  const { json: details } = await ask(shop, `GET /coffeeDetails/${brand?._id}`, { token })
  const [coffee] = (details as { coffees: Coffee[] }).coffees
  if (!coffee) throw new Error('The demo shop has no coffee.')
  return coffee
}

async function fill(shop: AttackedShop, shopper: Shopper, coffee: Coffee): Promise<void> {
  for (let count = 0; count < MOST_ITEMS - AFTER_PAYING + 1; count += AT_ONCE) {
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => add(shop, shopper, coffee)))
    if (statuses.some((status) => status !== 200)) throw new Error(`Filling the cart answered ${statuses}.`)
  }
}

/**
 * Adds one coffee to the shopper's cart, and returns the status of the response. Retries while the rate limiter
 * refuses the request.
 */
async function add(shop: AttackedShop, shopper: Shopper, coffee: Coffee): Promise<number> {
  const { _id, name, img, price, ratting } = coffee
  const body = {
    email: shopper.email,
    customer: demoAccounts.shopper.name,
    productName: name,
    img,
    price,
    ratting,
    productId: _id,
  }
  const { status } = await ask(shop, 'POST /orders', { body, token: shopper.token })
  if (status !== 429) return status
  await sleep(50)
  return add(shop, shopper, coffee)
}

/** Pays for all unpaid items in the shopper's cart. */
async function pay(shop: AttackedShop, { email, token }: Shopper): Promise<void> {
  const { json } = await ask(shop, `GET /myCarts?email=${email}`, { token })
  // cast: the API contract gives the response this type.
  const items = (json as { _id: string; price: string; payment?: string }[]).filter(
    ({ payment }) => payment !== 'OK',
  )
  if (items.length === 0) return
  const cents = items.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0)
  const body = {
    email,
    items: items.map(({ _id, price }) => ({ _id, price })),
    total: (cents / 100).toFixed(2),
  }
  const { status } = await ask(shop, 'POST /fullOrder', { body, token })
  if (status !== 200) throw new Error(`Paying answered ${status}.`)
}
