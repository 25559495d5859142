import { setTimeout as sleep } from 'node:timers/promises'
import { verifyBooks } from '../harness/audit.ts'
import { isServed, startLoad } from '../harness/load.ts'
import type { Sample } from '../harness/load.ts'
import { startShop } from '../harness/shops.ts'
import { atMost, equals, none } from '../harness/trial.ts'
import type { Figure, Trial } from '../harness/trial.ts'
import { runSql } from '../processes/run-sql.ts'
import type { DatabasePlace } from '../processes/run-sql.ts'
import { portugueseShop } from '../selling/portuguese-shop.ts'
import { deliverTo, startStripe, stripeSettings } from '../stripe/stripe.ts'
import type { FakeStripe } from '../stripe/serve.ts'

const SUBSCRIPTIONS = { short: 100, full: 10_000 }
/** The time in seconds until all must be charged. */
const MAX_SECONDS = 600
const PER_SECOND = 30
const MAX_CHARGES_PER_SECOND = 25
const MAX_P99_MS = 200
/** Longer than the time after which Stripe is asked again about a charge that the kill has left open. */
const MAX_UNKNOWN_MS = 60_000
const DAY_MS = 24 * 60 * 60_000

/** Lets very many subscriptions close at one moment, beside shoppers, and kills the shop half-way. */
export const renewalsAtOnce: Trial = {
  name: 'renewals-at-once',
  title: `${SUBSCRIPTIONS.full} subscriptions that close at one moment, beside shoppers, and the shop killed half-way`,
  run: async (ground) => {
    const count = SUBSCRIPTIONS[ground.size]
    const stripe = await startStripe()
    ground.after(() => stripe.close())
    // About as long as a request to Stripe takes.
    stripe.delayMs = 200
    const shop = await startShop(ground, { DEMO: '1', TRUST_PROXY: '1', ...stripeSettings(stripe) })
    deliverTo(stripe, shop.url)
    const place = { dataDir: shop.dataDir }
    await shop.end()
    await insertSubscriptions(place, stripe, count)
    await shop.start()
    const begin = performance.now()
    const load = await startLoad(shop, { seconds: ground.size === 'short' ? 20 : 120, perSecond: PER_SECOND })
    await until(stripe, count / 2, begin)
    const killedAt = load.now()
    await shop.kill()
    await shop.start()
    await until(stripe, count, begin)
    const seconds = (performance.now() - begin) / 1000
    const samples = await load.samples
    return [
      ...shoppers(samples, killedAt),
      ...charges(stripe, { count, seconds }),
      ...(await books(place, count)),
    ]
  },
}

/** Inserts people with saved cards and subscriptions, each of which was to be ordered a minute ago. */
async function insertSubscriptions(place: DatabasePlace, stripe: FakeStripe, count: number): Promise<void> {
  const [product] = await runSql(
    place,
    "SELECT id, price_cents FROM products WHERE kind = 'coffee' ORDER BY id LIMIT 1",
  )
  const { id, price_cents } = product as { id: string; price_cents: number }
  const minuteAgo = new Date(Date.now() - 60_000)
  const cutOff = minuteAgo.toISOString().slice(11, 16)
  const nextOn = new Date(minuteAgo.getTime() + 2 * DAY_MS).toISOString().slice(0, 10)
  const roasting = { weekdays: [0, 1, 2, 3, 4, 5, 6], cutOff, closedDays: [] }
  const selling = { ...portugueseShop, timeZone: 'UTC', roasting, ways: ['stripe'] }
  await runSql(
    place,
    `INSERT INTO shop_settings (name, value, changed_at) VALUES ('selling', ${quoted(JSON.stringify(selling))}, 1)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
  const address = {
    name: 'Cora',
    company: '',
    line1: 'Rua 1',
    line2: '',
    city: 'Lisboa',
    region: '',
    postcode: '1200-093',
    country: 'PT',
    phone: '',
  }
  const checkout = quoted(JSON.stringify({ methodId: 'post', address, note: '' }))
  const series = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
  for (const statement of [
    `INSERT INTO users (id, subject, email, name, created_at) ${series} SELECT 's' || i, 's' || i, 's' || i || '@people.example', 'Cora', 1 FROM n`,
    `INSERT INTO mandates (id, user_id, gateway, customer, method, card, consent, given_at) ${series}
      SELECT 'm' || i, 's' || i, 'stripe', 'cus_' || i, 'pm_' || i, 'Visa 4242', 1, 1 FROM n`,
    `INSERT INTO subscriptions (id, user_id, payment_id, state, every_weeks, next_on, mandate_id, product_id, quantity, price_cents, checkout, created_at)
      ${series} SELECT 'u' || i, 's' || i, 'p' || i, 'active', 2, '${nextOn}', 'm' || i, '${id}', 1, ${price_cents}, ${checkout}, 1 FROM n`,
  ])
    await runSql(place, statement)
  for (let i = 1; i <= count; i += 1) {
    const card = { id: `pm_${i}`, customer: `cus_${i}`, card: { brand: 'visa', last4: '4242' }, created: 1 }
    stripe.account.cards.methods.set(card.id, card)
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Waits until this many cards are charged, for `MAX_SECONDS` at most. */
async function until({ account }: FakeStripe, count: number, begin: number): Promise<void> {
  while (account.intents.size < count && performance.now() - begin < MAX_SECONDS * 1000) await sleep(500)
}

function shoppers(samples: Sample[], killedAt: number): Figure[] {
  // While the only instance is down, nobody is served.
  const others = samples.filter(({ at }) => at < killedAt - 1000 || at > killedAt + 5000)
  const times = others.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? Number.NaN)
  return [
    none('requests of shoppers that failed, but for the kill', others.filter((one) => !isServed(one)).length),
    atMost(`p99 of ${others.length} requests of shoppers in ms`, p99, MAX_P99_MS),
  ]
}

function charges(
  { account, requests }: FakeStripe,
  { count, seconds }: { count: number; seconds: number },
): Figure[] {
  const intents = [...account.intents.values()].filter(({ status }) => status === 'succeeded')
  const customers = new Set(intents.map(({ customer }) => customer))
  const bySecond = Map.groupBy(requests, ({ at }) => Math.floor(at / 1000))
  const most = Math.max(0, ...[...bySecond.values()].map(({ length }) => length))
  return [
    equals('cards charged', customers.size, count),
    none('cards charged more than once', intents.length - customers.size),
    atMost('seconds until all were charged', Math.round(seconds), MAX_SECONDS),
    atMost('most requests to Stripe in a second', most, MAX_CHARGES_PER_SECOND),
  ]
}

async function books(place: DatabasePlace, count: number): Promise<Figure[]> {
  const orders = await countOrders(place, count)
  const verified = await verifyBooks(place)
  return [
    equals('paid orders of renewals', orders, count),
    { what: 'npm run verify-books', value: verified, held: verified === 'The books are in order.' },
  ]
}

/** Counts the paid orders as soon as they are `count`, or after the time in which open charges are asked about again. */
async function countOrders(place: DatabasePlace, count: number): Promise<number> {
  const late = performance.now() + MAX_UNKNOWN_MS
  for (;;) {
    const [row] = await runSql(
      place,
      "SELECT count(*) AS orders FROM orders JOIN renewals ON renewals.id = orders.payment_id WHERE state = 'paid'",
    )
    const orders = Number(Object.values(row ?? {})[0])
    if (orders === count || performance.now() > late) return orders
    await sleep(1000)
  }
}
