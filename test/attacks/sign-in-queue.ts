import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, AttackedShop, Figure } from './attack.ts'
import { ask } from './client.ts'

/**
 * `networks` is the number of IPv6 networks (/48) that send wrong passwords. In the full size, they send `perSecond`
 * requests a second in total. In the short size, each network sends a request one second after the response to its last
 * one, which fills the queue on a machine of any speed.
 */
const SIZES = {
  short: { networks: 110, perSecond: null, customers: 2, pauseMs: 0 },
  full: { networks: 200, perSecond: 15, customers: 30, pauseMs: 2000 },
}

const PASSWORD = 'secret of a customer'
const MOST_IN_FLIGHT = 500

type Customer = { email: string; cookie: string; network: string }

export const signInQueue: Attack = {
  name: 'sign-in-queue',
  title: 'wrong passwords from many IPv6 networks while customers sign in',
  run: async ({ start, size }) => {
    const { networks, perSecond, customers: count, pauseMs } = SIZES[size]
    const shop = await start({ TRUST_PROXY: '1' })
    const customers = await signUp(shop, count)
    const stop = new AbortController()
    const isFull =
      perSecond === null
        ? keepInFlight(shop, networks, stop.signal)
        : sendAtRate(shop, { networks, perSecond }, stop.signal)
    await isFull
    const known: Promise<Visit>[] = []
    const fresh: Promise<Visit>[] = []
    for (const customer of customers) {
      known.push(signIn(shop, customer))
      fresh.push(
        signIn(shop, {
          ...customer,
          cookie: '',
          network: customer.network.replace('2001:db8:c', '2001:db8:d'),
        }),
      )
      await sleep(pauseMs)
    }
    const visits = { known: await Promise.all(known), fresh: await Promise.all(fresh) }
    stop.abort()
    return [...figures('known browsers', visits.known), ...figures('new browsers', visits.fresh)]
  },
}

type Visit = { status: number; ms: number }

async function signUp(shop: AttackedShop, count: number): Promise<Customer[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const network = `2001:db8:c${index.toString(16).padStart(3, '0')}::1`
      const email = `customer${index}@people.example`
      const { status, cookie } = await ask(shop, 'POST /auth/sign-up', {
        body: { name: 'Customer', email, password: PASSWORD },
        from: network,
      })
      if (status !== 200) throw new Error(`Signing up a customer answered ${status}.`)
      return { email, cookie, network }
    }),
  )
}

async function signIn(shop: AttackedShop, customer: Customer): Promise<Visit> {
  const { email, cookie, network } = customer
  const begin = performance.now()
  const { status } = await ask(shop, 'POST /auth/sign-in', {
    body: { email, password: PASSWORD },
    from: network,
    cookie,
  })
  const ms = performance.now() - begin
  if (status !== 503 || !(await isOverloaded(shop))) return { status, ms }
  await sleep(1000)
  return signIn(shop, customer)
}

/**
 * Returns whether the machine is so busy that the shop refuses every request. A refused sign-in then says nothing
 * about the queue.
 */
async function isOverloaded(shop: AttackedShop): Promise<boolean> {
  return (await ask(shop, 'GET /auth/session')).status === 503
}

let guesses = 0

function guess(shop: AttackedShop, network: number): Promise<{ status: number }> {
  guesses += 1
  const body = { email: `guess${guesses}@people.example`, password: 'wrong password' }
  return ask(shop, 'POST /auth/sign-in', { body, from: `2001:db8:${(network + 1).toString(16)}::1` })
}

/** The maximum number of sign-ins from unknown browsers that the shop works on or lets wait at the same time. */
const IN_QUEUE = 32

/**
 * Sends wrong passwords from all networks, one at a time from each, until `signal` is aborted. Resolves when the queue
 * is full of requests from networks that have sent one before: all but `IN_QUEUE` networks have had a response, then
 * three more passwords were hashed, and then a request was refused.
 */
async function keepInFlight(shop: AttackedShop, networks: number, signal: AbortSignal): Promise<void> {
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

/**
 * Sends wrong passwords at a fixed rate, each from the next network in turn. Resolves when each network has sent one
 * request. If `signal` is aborted before, sends no more and resolves.
 */
async function sendAtRate(
  shop: AttackedShop,
  { networks, perSecond }: { networks: number; perSecond: number },
  signal: AbortSignal,
): Promise<void> {
  let sent = 0
  let inFlight = 0
  const send = async () => {
    sent += 1
    inFlight += 1
    await guess(shop, sent % networks)
    inFlight -= 1
  }
  const timer = setInterval(() => {
    if (inFlight < MOST_IN_FLIGHT) void send()
  }, 1000 / perSecond)
  signal.addEventListener('abort', () => clearInterval(timer))
  await sleep((1000 * networks) / perSecond)
}

function figures(who: string, visits: Visit[]): Figure[] {
  const refused = visits.filter(({ status }) => status !== 200).length
  const times = visits.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return [
    { what: `${who} refused, of ${visits.length}`, value: refused, unit: '', held: refused === 0 },
    {
      what: `${who}, slowest of 20`,
      value: Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
      unit: 'ms',
      held: true,
    },
  ]
}
