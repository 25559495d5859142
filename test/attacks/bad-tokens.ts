import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, AttackedShop } from './attack.ts'
import { ask, tokenIn } from './client.ts'

const SIZES = { short: { customers: 3, inFlight: 20 }, full: { customers: 30, inFlight: 50 } }

/**
 * An attacker sends made-up access tokens. All customers have the same IP address as the attacker, as behind one
 * router, and must still get new tokens.
 */
export const badTokens: Attack = {
  name: 'bad-tokens',
  title: 'made-up tokens from one address while customers behind it renew theirs',
  run: async ({ start, size }) => {
    const { customers: count, inFlight } = SIZES[size]
    const shop = await start()
    const customers = await Promise.all(Array.from({ length: count }, (_, index) => signUp(shop, index)))
    const stop = new AbortController()
    const isTurnedAway = await sendBadTokens(shop, inFlight, stop.signal)
    let refused = 0
    let unusable = 0
    for (const { email, cookie } of customers) {
      const query = `email=${encodeURIComponent(email)}`
      const renewed = await ask(shop, `GET /jwt?${query}`, { cookie })
      if (renewed.status !== 200) refused += 1
      const used = await ask(shop, `GET /myCarts?${query}`, { token: tokenIn(renewed.json) })
      if (used.status !== 200) unusable += 1
    }
    stop.abort()
    return [
      {
        what: 'the address of the made-up tokens was turned away',
        value: Number(isTurnedAway),
        unit: '',
        held: isTurnedAway,
      },
      { what: `customers refused a new token, of ${count}`, value: refused, unit: '', held: refused === 0 },
      { what: `customers who cannot use it, of ${count}`, value: unusable, unit: '', held: unusable === 0 },
    ]
  },
}

async function signUp(shop: AttackedShop, index: number): Promise<{ email: string; cookie: string }> {
  const email = `customer${index}@people.example`
  const { status, cookie } = await ask(shop, 'POST /auth/sign-up', {
    body: { name: 'Customer', email, password: 'secret of a customer' },
  })
  if (status !== 200) throw new Error(`Signing up a customer answered ${status}.`)
  return { email, cookie }
}

/**
 * The time in ms within which the shop must refuse a request from the attacker's address. A shop that does not limit
 * the look-ups of tokens never refuses a request.
 */
const PATIENCE_MS = 60_000

/**
 * Keeps sending made-up access tokens until `signal` is aborted. Resolves with true when the shop has refused a
 * request with status 429, or with false if it refuses none within `PATIENCE_MS`.
 */
async function sendBadTokens(shop: AttackedShop, inFlight: number, signal: AbortSignal): Promise<boolean> {
  const { promise: isTurnedAway, resolve: turnedAway } = Promise.withResolvers<boolean>()
  let sent = 0
  const attack = async () => {
    while (!signal.aborted) {
      sent += 1
      if ((await ask(shop, 'GET /allUser', { token: `bad.token.${sent}` })).status === 429) turnedAway(true)
    }
  }
  for (let count = 0; count < inFlight; count++) void attack()
  return Promise.race([isTurnedAway, sleep(PATIENCE_MS, false, { ref: false })])
}
