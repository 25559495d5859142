import fc from 'fast-check'
import { cancelAttempt } from '#server/payments/cancel-attempt.ts'
import { laterGateway } from '#server/payments/gateway.ts'
import { markPaid, takeBackPayment } from '#server/payments/mark-paid.ts'
import type { Payments } from '#server/payments/payments.ts'
import { reconcile } from '#server/payments/reconcile.ts'
import { refund } from '#server/payments/refunds/refund.ts'
import { settle } from '#server/payments/settle.ts'
import { showPayment } from '#server/payments/show-payment.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { sign } from './events.ts'
import type { Session } from './objects.ts'
import type { FakeStripe } from './fake-stripe.ts'

/** What a random action gets: one of the customer's payments, its session at Stripe, and the random number `at`. */
type Moment = { world: World; attempt: PaymentRow; session: Session | undefined; at: number }

/** The random actions on a payment, at the shop and at Stripe. */
const acts: Record<string, (moment: Moment) => unknown> = {
  'return': ({ world, attempt: { id } }) => showPayment(world.payments(), { id, userId: world.userId }),
  'cancel': ({ world, attempt }) => cancelAttempt(world.payments(), attempt.id, { by: 'ada' }),
  'refund': ({ world, attempt, at }) =>
    refund(world.payments(), { paymentId: attempt.id, amountCents: amountFor(attempt, at), by: 'ada' }),
  'mark paid': ({ world, attempt }) => markPaid(world.payments(), attempt.id, { by: 'ada' }),
  'take back': ({ world, attempt }) => takeBackPayment(world.payments(), attempt.id, {}),
  'reconcile': ({ world }) => reconcile(world.payments(), 0),
  'kill': ({ world }) => world.restart(),
  'pay': ({ world, session }) => session?.status === 'open' && world.stripe.account.pay(session.id),
  'pay by bank': ({ world, session }) =>
    session?.status === 'open' && world.stripe.account.payByBank(session.id),
  'page expires': ({ world, session }) =>
    session?.status === 'open' && world.stripe.account.expire(session.id),
  'bank confirms': ({ world, session }) => session && world.stripe.account.decide(session.id, true),
  'bank declines': ({ world, session }) => session && world.stripe.account.decide(session.id, false),
  'refund at Stripe': refundAtStripe,
  'pay, and the owner refunds at once': payAndRefund,
  'events arrive': ({ world }) => world.stripe.events.deliver(),
  'events arrive twice, in reverse': ({ world }) =>
    world.stripe.events.deliver({ copies: 2, isReversed: true }),
  'events are lost': ({ world }) => world.stripe.events.lose(),
  'an old event arrives again': ({ world: { stripe }, at }) => {
    const event = stripe.events.all.at(-1 - at)
    return event && stripe.events.deliverOne(event)
  },
  'a forged event arrives': forge,
  'a foreign event arrives': ({ world: { stripe }, session }) => {
    const foreign = { ...session, ...PAID, metadata: { payment_id: 'of another shop' } }
    stripe.events.add('checkout.session.completed', foreign)
    return stripe.events.deliver()
  },
}

/**
 * The actions that start a payment: at Stripe (`open`), to be paid later, or at Stripe where the customer pays at once
 * (`buy`).
 */
const openings = ['open', 'open later', 'buy'] as const

/** Actions that are chosen more often than others. Each entry makes its action more frequent. */
const often = [
  'open',
  'open',
  'buy',
  'buy',
  'buy',
  'pay',
  'pay',
  'return',
  'refund',
  'refund',
  'pay, and the owner refunds at once',
  'events arrive',
  'events arrive twice, in reverse',
]

/**
 * A random action. `at` selects the payment, or the cart lines of a new payment. `fault` is what goes wrong at Stripe.
 */
const step = fc.record({
  does: fc.constantFrom(...openings, ...often, ...Object.keys(acts)),
  at: fc.nat({ max: 14 }),
  fault: fc.constantFrom(null, null, null, null, 'garbled', 'error', 'stored error'),
  /** Whether the next action waits until this one has ended. */
  waits: fc.boolean(),
})

export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/**
 * A random history: a list of actions. With `losesEvents`, the events that still wait after the last action never
 * arrive.
 */
export const history = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  losesEvents: fc.boolean(),
})

/** A customer with lines in the cart, in a shop that can be killed and started again. */
export type World = {
  stripe: FakeStripe
  /** Returns the `Payments` of the shop that runs now. */
  payments: () => Payments
  /** Starts a new shop on the same database, as after a kill: nothing that the process had in memory is left. */
  restart: () => Promise<void>
  userId: string
  lines: string[]
  /** The prices of the deliveries in cents, by payment id. */
  deliveries: Map<string, number>
}

/** Carries out one random action. */
export async function take(world: World, { does, at, fault }: Step): Promise<void> {
  world.stripe.fault = () => fault
  if (openings.some((opening) => opening === does)) await open(world, at, does === 'open later')
  const attempts = await attemptsOf(world)
  if (does === 'buy') await payAndReturn(world, attempts.at(-1))
  const attempt = attempts[at % Math.max(1, attempts.length)]
  if (attempt) await acts[does]?.({ world, attempt, session: sessionOf(world, attempt), at })
}

/** Lets the customer pay on Stripe's page and return to the shop. */
async function payAndReturn(world: World, attempt: PaymentRow | undefined): Promise<void> {
  const session = attempt && sessionOf(world, attempt)
  if (!attempt || session?.status !== 'open') return
  world.stripe.account.pay(session.id)
  await showPayment(world.payments(), { id: attempt.id, userId: world.userId })
}

async function open(world: World, at: number, isLater: boolean): Promise<void> {
  const payments = world.payments()
  const deliveryCents = (at % 3) * 490
  await settle(isLater ? { ...payments, currentGateway: laterGateway } : payments, {
    userId: world.userId,
    kind: 'full',
    // The bits of `at + 1`, a number from 1 to 15, select at least one of the four lines.
    ids: world.lines.filter((_, index) => ((at + 1) >> index) & 1),
    prices: new Map(),
    totalCents: null,
    currency: 'USD',
    checkout: {
      deliveryCents,
      store: async (tx, paymentId) => {
        await storeCheckout(tx, { paymentId, userId: world.userId, deliveryCents })
        world.deliveries.set(paymentId, deliveryCents)
      },
    },
  })
}

/** Stores a checkout with the amounts that `verifyBooks` compares. */
async function storeCheckout(
  tx: Db,
  { paymentId, userId, deliveryCents }: { paymentId: string; userId: string; deliveryCents: number },
): Promise<void> {
  const { amount_cents: total } = await tx
    .selectFrom('payments')
    .select('amount_cents')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const amounts = { deliveryPrice: deliveryCents, itemsTotal: total - deliveryCents, total, tax: [] }
  const data = JSON.stringify({ ...amounts, currency: 'USD' })
  const row = { payment_id: paymentId, user_id: userId, method_kind: 'parcel', roast_on: null } as const
  await tx
    .insertInto('checkouts')
    .values({ ...row, data, created_at: now() })
    .execute()
}

function amountFor({ amount_cents }: PaymentRow, at: number): number {
  return at % 2 === 0 ? amount_cents : Math.ceil(amount_cents / 3)
}

const PAID = { status: 'complete', payment_status: 'paid' } as const

async function forge({ world: { stripe }, attempt, session }: Moment): Promise<void> {
  const object = { ...session, ...PAID, metadata: { payment_id: attempt.id } }
  const event = { id: `evt_${attempt.id}`, type: 'checkout.session.completed', data: { object } }
  const body = JSON.stringify({ object: 'event', ...event })
  const status = await stripe.events.send(body, sign(body, 'whsec_forged'))
  if (status !== 400) throw new Error(`A forged event was answered with ${status}.`)
}

/**
 * Refunds a payment as the shop's owner does on Stripe's website. The shop may not know yet that the payment
 * succeeded.
 */
function refundAtStripe({ world, attempt, session, at }: Moment): void {
  const { account } = world.stripe
  const intent = account.intents.get(session?.payment_intent ?? '')
  if (intent?.status !== 'succeeded') return
  const left = intent.amount - account.refundedOf(intent.id)
  const amount = Math.min(left, amountFor(attempt, at))
  if (amount > 0) account.createRefund({ payment_intent: intent.id, amount: String(amount) })
}

/** The shop learns of the refund first if the events arrive in reverse. */
function payAndRefund(moment: Moment): void {
  const { world, session } = moment
  if (session?.status !== 'open') return
  world.stripe.account.pay(session.id)
  refundAtStripe(moment)
}

/** Returns the page of a payment, unless its URL has never arrived, so that nobody can open it. */
function sessionOf({ stripe }: World, { session }: PaymentRow): Session | undefined {
  return stripe.account.sessions.get(session ?? '')
}

export function attemptsOf(world: World): Promise<PaymentRow[]> {
  return world
    .payments()
    .database.read.selectFrom('payments')
    .selectAll()
    .where('user_id', '=', world.userId)
    .orderBy('id')
    .execute()
}

/**
 * Ends a history: requests no longer fail, the banks decide, the pages at Stripe expire, and `reconcile` asks about all
 * pending payments. The waiting events arrive or, with `losesEvents`, never do.
 */
export async function comeToRest(world: World, losesEvents: boolean): Promise<void> {
  const { account, events } = world.stripe
  world.stripe.fault = () => null
  world.stripe.keys.forgetErrors()
  // Creates the pages and refunds that an error at Stripe has prevented so far. They expire below.
  await reconcile(world.payments(), 0)
  for (const attempt of await attemptsOf(world)) {
    const session = sessionOf(world, attempt)
    if (session) account.decide(session.id, attempt.amount_cents % 2 === 0)
    if (session?.status === 'open') account.expire(session.id)
  }
  if (losesEvents) events.lose()
  // The first run may find that money has arrived for a cancelled payment. The second run then has nothing left to do.
  for (let runs = 0; runs < 2; runs++) {
    await events.deliver()
    await reconcile(world.payments(), 0)
  }
  await events.deliver()
}
