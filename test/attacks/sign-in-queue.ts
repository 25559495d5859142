import { setTimeout as sleep } from 'node:timers/promises'
import { accountOf, ask, signUp } from '../harness/client.ts'
import type { Person } from '../harness/client.ts'
import { startShop } from '../harness/shops.ts'
import type { Shop } from '../harness/shops.ts'
import { none } from '../harness/trial.ts'
import type { Figure, Trial } from '../harness/trial.ts'

/**
 * `networks` is the number of IPv6 networks (/48) that send wrong passwords. Each sends a request one second after the
 * response to its last one, which fills the queue on a machine of any speed.
 */
const SIZES = {
  short: { networks: 60, customers: 2, pauseMs: 0 },
  full: { networks: 200, customers: 30, pauseMs: 2000 },
}

export const signInQueue: Trial = {
  name: 'sign-in-queue',
  title: 'wrong passwords from many IPv6 networks while customers sign in',
  run: async (ground) => {
    const { networks, customers: count, pauseMs } = SIZES[ground.size]
    const shop = await startShop(ground, { TRUST_PROXY: '1' }, { hasCheapHashes: false })
    const customers = await Promise.all(
      Array.from({ length: count }, (_, index) => signUp(shop, index, `2001:db8:c${hex(index)}::1`)),
    )
    const attack = new AbortController()
    await keepInFlight(shop, networks, attack.signal)
    const known: Promise<Visit>[] = []
    const fresh: Promise<Visit>[] = []
    for (const [index, customer] of customers.entries()) {
      known.push(signIn(shop, customer))
      fresh.push(signIn(shop, { ...customer, cookie: '', from: `2001:db8:d${hex(index)}::1` }))
      await sleep(pauseMs)
    }
    const visits = { known: await Promise.all(known), fresh: await Promise.all(fresh) }
    attack.abort()
    return [...figures('known browsers', visits.known), ...figures('new browsers', visits.fresh)]
  },
}

const hex = (index: number) => index.toString(16).padStart(3, '0')

type Visit = { status: number; ms: number }

/** Signs in as a customer whose browser has sent the cookie before, and so is known to the shop. */
async function signIn(shop: Shop, customer: Person): Promise<Visit> {
  const { cookie, from } = customer
  const begin = performance.now()
  const { status } = await ask(shop, 'POST /api/auth/sign-in', { body: accountOf(customer), from, cookie })
  const ms = performance.now() - begin
  if (status !== 503 || !(await isOverloaded(shop))) return { status, ms }
  await sleep(1000)
  return signIn(shop, customer)
}

/**
 * Returns whether the machine is so busy that the shop refuses every request. A refused sign-in then says nothing
 * about the queue.
 */
async function isOverloaded(shop: Shop): Promise<boolean> {
  return (await ask(shop, 'GET /api/auth/session')).status === 503
}

let guesses = 0

function guess(shop: Shop, network: number): Promise<{ status: number }> {
  guesses += 1
  const body = { email: `guess${guesses}@people.example`, password: 'wrong password' }
  return ask(shop, 'POST /api/auth/sign-in', { body, from: `2001:db8:${(network + 1).toString(16)}::1` })
}

/** The maximum number of sign-ins from unknown browsers that the shop works on or lets wait at the same time. */
const IN_QUEUE = 32

/**
 * Sends wrong passwords from all networks, one at a time from each, until `signal` is aborted. Resolves when the queue
 * is full of requests from networks that have sent one before: all but `IN_QUEUE` networks have had a response, then
 * three more passwords were hashed, and then a request was refused.
 */
async function keepInFlight(shop: Shop, networks: number, signal: AbortSignal): Promise<void> {
  const { promise: isFull, resolve: full } = Promise.withResolvers<void>()
  let answered = 0
  let hashed = 0
  const attack = async (network: number) => {
    for (let tries = 0; !signal.aborted; tries++) {
      const { status } = await guess(shop, network)
      if (tries === 0) answered += 1
      if (status === 401 && answered >= networks - IN_QUEUE) hashed += 1
      if (status === 503 && hashed >= 3) full()
      await sleep(1000)
    }
  }
  for (let network = 0; network < networks; network++) void attack(network)
  return isFull
}

function figures(who: string, visits: Visit[]): Figure[] {
  const refused = visits.filter(({ status }) => status !== 200).length
  const times = visits.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const slowest = Math.round(times[Math.floor(times.length * 0.95)] ?? 0)
  return [
    none(`${who} refused, of ${visits.length}`, refused),
    { what: `${who}, slowest of 20, ms`, value: slowest, held: true },
  ]
}
