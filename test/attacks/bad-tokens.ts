import { setTimeout as sleep } from 'node:timers/promises'
import { ask, askForCart, newToken, signUp } from '../harness/client.ts'
import { startShop } from '../harness/shops.ts'
import type { Shop } from '../harness/shops.ts'
import { equals, none } from '../harness/trial.ts'
import type { Trial } from '../harness/trial.ts'

const SIZES = { short: { count: 3, inFlight: 20 }, full: { count: 30, inFlight: 50 } }
/**
 * The time in ms within which the shop must refuse a request from the attacker's address. A shop that does not limit
 * the look-ups of tokens never refuses a request.
 */
const TIMEOUT_MS = 60_000

/**
 * An attacker sends made-up access tokens. All customers have the same IP address as the attacker, as behind one
 * router, and must still get new tokens.
 */
export const badTokens: Trial = {
  name: 'bad-tokens',
  title: 'made-up tokens from one address while customers behind it renew theirs',
  run: async (ground) => {
    const { count, inFlight } = SIZES[ground.size]
    const shop = await startShop(ground)
    const customers = await Promise.all(Array.from({ length: count }, (_, index) => signUp(shop, index)))
    const attack = new AbortController()
    const isRefused = await sendBadTokens(shop, inFlight, attack.signal)
    let withoutToken = 0
    let withoutCart = 0
    for (const customer of customers) {
      const token = await newToken(shop, customer).catch(() => '')
      if (!token) withoutToken += 1
      const cart = await askForCart(shop, { ...customer, cookie: '', token })
      if (cart.status !== 200) withoutCart += 1
    }
    attack.abort()
    return [
      equals('the address of the made-up tokens was refused', Number(isRefused), 1),
      none(`customers who got no new token, of ${count}`, withoutToken),
      none(`customers who cannot use it, of ${count}`, withoutCart),
    ]
  },
}

/**
 * Keeps sending made-up access tokens until `signal` is aborted. Resolves with true when the shop has refused a
 * request with status 429, or with false if it refuses none within `TIMEOUT_MS`.
 */
async function sendBadTokens(shop: Shop, inFlight: number, signal: AbortSignal): Promise<boolean> {
  const { promise: isRefused, resolve } = Promise.withResolvers<boolean>()
  let sent = 0
  const attack = async () => {
    while (!signal.aborted) {
      sent += 1
      if ((await ask(shop, 'GET /api/allUser', { token: `bad.token.${sent}` })).status === 429) resolve(true)
    }
  }
  for (let count = 0; count < inFlight; count++) void attack()
  return Promise.race([isRefused, sleep(TIMEOUT_MS, false, { ref: false })])
}
