import { setTimeout as sleep } from 'node:timers/promises'
import type { NewOrder, OrderItem } from '#contract/cart.ts'
import { ask, askForCart, checkOut, firstLine, signUp } from './client.ts'
import type { Person } from './client.ts'
import { none } from './trial.ts'
import type { Figure } from './trial.ts'

/** A person with what they put into the cart. */
export type Shopper = Person & { line: NewOrder }

/**
 * One request of a load. `at` is the time since the start of the load and `ms` the time until the response, both in
 * ms. `status` is 0 if no response came. `lineId` is the id of the cart line that the request has added.
 */
export type Sample = {
  at: number
  ms: number
  call: (typeof CALLS)[number]
  shopper: Shopper
  status: number
  lineId: string | undefined
  text: string
}

/** Requests are sent at this rate for this time, whether or not earlier ones were answered. */
export type Pace = { seconds: number; perSecond: number }

/** A running load. `samples` resolves with all its requests after the last response. */
export type Load = { samples: Promise<Sample[]>; now: () => number }

const CALLS = ['page', 'read', 'add'] as const
/** The lines of one cart are limited, so the load needs one shopper for about this number of added lines. */
const LINES_EACH = 150
/** The number of characters of a response that are kept. An error in words is shorter. */
const KEPT = 2000

type Shop = { url: string }

/** Signs up a person with an IP address of their own. */
async function signUpShopper(shop: Shop, index: number): Promise<Shopper> {
  const person = await signUp(shop, index, `10.0.${index >> 8}.${index & 255}`)
  return { ...person, line: await firstLine(shop, person) }
}

/** Signs up enough shoppers, and starts to request the home page, a cart, and a new line in a cart, in turn. */
export async function startLoad(shop: Shop, { seconds, perSecond }: Pace): Promise<Load> {
  const count = seconds * perSecond
  const shoppers: Shopper[] = []
  while (shoppers.length < count / CALLS.length / LINES_EACH + 5)
    shoppers.push(await signUpShopper(shop, shoppers.length))
  const begin = performance.now()
  const now = () => performance.now() - begin
  const next = (index: number): Promise<Sample>[] => {
    const call = CALLS[index % CALLS.length] ?? 'read'
    const shopper = shoppers[Math.floor(index / CALLS.length) % shoppers.length]
    return shopper ? [sample(shop, { call, shopper, now })] : []
  }
  const samples = atRate({ seconds, perSecond }, (index) => Promise.all(next(index)))
  return { samples: samples.then((all) => all.flat()), now }
}

/** Calls a function at a constant rate, whether or not earlier calls have ended. Resolves with all results. */
export async function atRate<T>(
  { seconds, perSecond }: Pace,
  call: (index: number) => Promise<T>,
): Promise<T[]> {
  const begin = performance.now()
  const running: Promise<T>[] = []
  for (let index = 0; index < seconds * perSecond; index++) {
    const early = (index * 1000) / perSecond - (performance.now() - begin)
    if (early > 1) await sleep(early)
    running.push(call(index))
  }
  return Promise.all(running)
}

type Turn = Pick<Sample, 'call' | 'shopper'> & { now: () => number }

async function sample(shop: Shop, { call, shopper, now }: Turn): Promise<Sample> {
  const at = now()
  const { status, text } = await send(shop, call, shopper)
  const times = { at: Math.round(at), ms: Math.round(now() - at) }
  const lineId = call === 'add' ? /"insertedId":"([^"]+)"/.exec(text)?.[1] : undefined
  return { ...times, call, shopper, status, lineId, text: text.slice(0, KEPT) }
}

function send(shop: Shop, call: Sample['call'], shopper: Shopper) {
  if (call === 'page') return ask(shop, 'GET /', { from: shopper.from })
  if (call === 'read') return askForCart(shop, shopper)
  return ask(shop, 'POST /api/orders', { ...shopper, body: shopper.line })
}

type Answer = { status: number; text: string }

export const isServed = ({ status }: Answer): boolean => status >= 200 && status < 300

/**
 * Returns whether an error says what has happened in words: it is the JSON of an error with its text, or a page, and
 * has no stack trace.
 */
export function isInWords({ status, text }: Answer): boolean {
  const hasStack = /\n\s+at |node:internal|\.ts:\d+/.test(text)
  return status === 503 && !hasStack && /"title":"[^"]+|<h1|<title/.test(text)
}

/** Counts the requests by their status, for example `200: 590, 503: 10`. */
export function byStatus(answers: Answer[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status)
  return [...counts].map(([status, { length }]) => `${status}: ${length}`).join(', ')
}

/** Returns how many requests failed, which must be none. */
export function noFailures(samples: Sample[]): Figure {
  const failed = samples.filter((one) => !isServed(one))
  return none(`requests that failed, of ${samples.length} (${byStatus(samples)})`, failed.length)
}

/**
 * Compares the added lines with the carts. Returns how many lines were acknowledged but are in no cart, and how many
 * more lines there are than were asked for. Both must be 0.
 */
export async function compareCarts(shop: Shop, samples: Sample[]): Promise<Figure[]> {
  let [acknowledged, lost, twice] = [0, 0, 0]
  const added = Map.groupBy(
    samples.filter(({ call }) => call === 'add'),
    ({ shopper }) => shopper,
  )
  for (const [shopper, requests] of added) {
    const ids = new Set((await askForCart(shop, shopper)).answer.map(({ _id }) => _id))
    const known = requests.flatMap(({ lineId }) => lineId ?? [])
    acknowledged += known.length
    lost += known.filter((id) => !ids.has(id)).length
    twice += Math.max(0, ids.size - requests.length)
  }
  return [none(`acknowledged lines lost, of ${acknowledged}`, lost), none('lines added twice', twice)]
}

const BUYERS = 8
/** The first number that makes an email address of a buyer. The shoppers of the load have lower numbers. */
const FIRST_NUMBER = 2000
const PAUSE_MS = 400
/** A buyer gives up a purchase after this time in ms. */
const TIMEOUT_MS = 20_000

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
 * Pays in the checkout, then presses Pay on the page of Stripe, and then opens the page to which Stripe sends the browser
 * back. At that moment the shop may or may not have received Stripe's event.
 */
async function payAtStripe(shop: Shop, buyer: Shopper, unpaid: OrderItem[]): Promise<void> {
  const ids = unpaid.map(({ _id }) => _id)
  const { answer } = await checkOut(shop, buyer, ids)
  if (!answer?.url) return
  const body = new URLSearchParams({ does: 'pay' })
  const paid = await fetch(answer.url, { method: 'POST', body, redirect: 'manual' })
  const paymentId = /[0-9a-f-]{36}/.exec(paid.headers.get('location') ?? '')?.[0]
  if (paymentId) await ask(shop, `GET /api/payment/${paymentId}`, buyer)
}
