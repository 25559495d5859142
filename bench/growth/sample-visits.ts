import { calls } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import type { Response, Visit } from '../load.ts'
import { entryKinds } from '#test/entries.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import type { OpenShop } from '../shop/bench-shop.ts'
import { newLine, payment } from '../shop/buying.ts'

/**
 * The data of a shop that a visit uses (a visit is a series of API calls), and the function that makes the calls.
 * `leaving` has the ids of the users that the visits delete.
 */
export type Sample = Pick<OpenShop, 'product' | 'brand' | 'packetId'> & {
  /** The email address of the caller, who is an admin. */
  email: string
  orderId: string
  userId: string
  leaving: string[]
  /**
   * Makes an API call and records its response time. Returns the id of the inserted row, or an empty string if the
   * call inserts none.
   */
  call: (name: string, input?: { id?: string; body?: object }) => Generator<Buffer, string, Response>
}

/**
 * A visit that clients repeat for `seconds`, with `perSecond` requests per second of all clients together. The pace
 * neither overloads the shop nor exceeds its rate limits.
 */
export type SampleVisit = { perSecond: number; seconds: number; visit: (sample: Sample) => Visit }

/**
 * Matches the API calls that no visit makes. Counts and the payment desk read all rows, so they are slower in a larger
 * shop. The pick list reads all orders that other visits place, so it gets slower with every round. Retrying a mail and
 * repairing a payment are possible only after a failure. Signing out and changing the password end sessions that the
 * visits use. The calls under `/myOrder/` and `/payment/` need an order or a payment of the caller. The format of
 * addresses is not read from the database. The calls that change an account end its sessions or need mails, and an
 * export reads more the more its person has bought. Resetting a password and watching a product need a mail server, and
 * a login with OpenID Connect an issuer. A demo shop has no checkout and no pickups, and its payments cannot be
 * cancelled. The settings are changed rarely, and a product whose stock is set would soon be sold out.
 */
export const NOT_SAMPLED = new RegExp(
  [
    '^GET /(count/|pickList$|legal/)',
    '/paymentDesk|/myOrder/|/payment/|/checkout|^GET /addressFormat/|^PUT /(selling|productStock/)',
    '^(PUT|DELETE) /watchedProducts/',
    '^(POST|PUT|DELETE) /shop/',
    '^POST /invitation$|^GET /shop/start$|^PUT /entryPosition/',
    '^PUT /(outboxRetry/|auth/password$|order/.*/notice$)',
    '^POST /auth/(sign-out|forgot-password|reset-password|confirm-sign-up)$',
    '^(PUT|POST|DELETE) /account/|^GET /account/export$',
    ' /auth/oidc/',
  ].join('|'),
)

const SORTED_TABLES = [
  'GET /allProducts?sort=price',
  'GET /allProducts?sort=email',
  'GET /allProducts?payment=NOT%20OK',
  'GET /fullProducts?sort=total',
  'GET /allUser?sort=name',
  'GET /allUser?email=shopper00000',
]

/**
 * Returns visits that make every API call except those that match `NOT_SAMPLED`. Some visits also read the dashboard's
 * tables sorted or filtered.
 */
export function sampleVisits(): SampleVisit[] {
  const names = Object.keys(calls).filter((name) => name.startsWith('GET ') && !NOT_SAMPLED.test(name))
  return [...[...names, ...SORTED_TABLES].map(reading), ...writing]
}

/**
 * Returns whether an API call is sent with the session cookie instead of an access token. A name with a query string,
 * as in `SORTED_TABLES`, is not a key of `calls`. Such a call is sent with an access token.
 */
export function isBySession(name: string): boolean {
  const { access } = (calls as Record<string, Call>)[name] ?? { access: 'admin' }
  return access === 'session' || name.includes(' /auth/')
}

function reading(name: string): SampleVisit {
  // GET /glance is the slowest call, so it is repeated for longer, to get enough responses for p99.
  const pace = { perSecond: 1500, seconds: name === 'GET /glance' ? 2 : 0.5 }
  return {
    ...(isBySession(name) ? { perSecond: 120, seconds: 1 } : pace),
    *visit(sample) {
      const ids: Record<string, string> = {
        'GET /coffeeDetails/{id}': sample.brand._id,
        'GET /bagDetails/{id}': sample.packetId,
        'GET /fullProduct/{id}': sample.orderId,
        'GET /order/{id}': sample.orderId,
        'GET /entryCounts/{id}': sample.userId,
        'GET /productStock/{id}': sample.product._id,
      }
      yield* sample.call(name, { id: ids[name] ?? '' })
    },
  }
}

/**
 * Returns a visit of `steps` API calls that is repeated often enough for more than 100 responses to each call. With
 * fewer responses, p99 would be the slowest response.
 */
function write(steps: number, visit: SampleVisit['visit']): SampleVisit {
  return { perSecond: 400, seconds: 0.3 * steps, visit }
}

/**
 * Returns a visit that each client makes at most once per round, because hashing a password is slow and sign-ups from
 * one IP address are limited.
 */
function once(visit: SampleVisit['visit']): SampleVisit {
  return { perSecond: 1000, seconds: 0.001, visit }
}

const { name: adminName, email: adminEmail, password } = demoAccounts.admin
let signedUp = 0

const writing: SampleVisit[] = [
  write(6, function* ({ call, product, email }) {
    const id = yield* call('POST /orders', { body: newLine(email, product) })
    yield* call('DELETE /orderDelete/{id}', { id })
    yield* call('PUT /orderRestore/{id}', { id })
    yield* call('PUT /singlePayment/{id}', { id, body: {} })
    yield* call('PUT /delivery/{id}', { id, body: { from: 'Ordered', to: 'Packed' } })
    yield* call('PUT /deliveries', { body: { moves: [{ id, from: 'Packed', to: 'Sent' }] } })
  }),
  write(5, function* ({ call, product, email }) {
    const line = yield* call('POST /orders', { body: newLine(email, product) })
    const id = yield* call('POST /fullOrder', { body: payment(email, product, [line]) })
    yield* call('PUT /order/{id}/state', { id, body: { from: 'paid', to: 'packed' } })
    yield* call('POST /order/{id}/notes', { id, body: { body: 'The old bag design, please.' } })
    yield* call('POST /order/{id}/refunds', { id, body: { amount: '0.01' } })
  }),
  // Each visit ends with the deletion of the entry that it has added, so that the lists of the catalogue do not grow.
  ...entryKinds.map(({ kind, body, add, edit, remove, restore }) =>
    write(5, function* ({ call, product: { img }, brand, email }) {
      const category_name = kind === 'coffee' ? brand.category_name : `Growth of ${email}`
      const entry = { ...body({ email, img }), category_name }
      const id = yield* call(add, { body: entry })
      yield* call(edit, { id, body: entry })
      yield* call(remove, { id })
      yield* call(restore, { id })
      yield* call(remove, { id })
    }),
  ),
  write(3, function* ({ call }) {
    const id = yield* call('POST /addresses', { body: lisbonAddress })
    yield* call('PUT /addresses/{id}', { id, body: lisbonAddress })
    yield* call('DELETE /addresses/{id}', { id })
  }),
  write(2, function* ({ call, userId: id }) {
    yield* call('PUT /makeAdmin/{id}', { id })
    yield* call('PUT /removeAdmin/{id}', { id })
  }),
  {
    // Each client deletes only two users per round, because `leaving` has fewer than 100 users for all rounds in the
    // small shop.
    perSecond: 80,
    seconds: 0.08,
    *visit({ call, leaving }) {
      yield* call('DELETE /userDelete/{id}', { id: String(leaving.pop()) })
    },
  },
  {
    perSecond: 120,
    seconds: 2,
    *visit({ call }) {
      yield* call('PUT /auth/profile', { body: { name: adminName } })
      yield* call('POST /users', { body: { name: adminName, email: adminEmail } })
    },
  },
  once(function* ({ call }) {
    yield* call('POST /auth/sign-in', { body: { email: adminEmail, password } })
  }),
  once(function* ({ call }) {
    yield* call('POST /auth/sign-up', {
      body: { name: 'New', email: `new${signedUp++}@example.com`, password },
    })
  }),
]
