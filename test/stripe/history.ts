import fc from 'fast-check'
import type { CounterWay } from '#contract/selling/gateways.ts'
import { applyDiscounts } from '#server/discounts/apply-discounts.ts'
import type { Granted } from '#server/discounts/apply-discounts.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { correctOrderOf } from '#test/orders/correct-order.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import type { Account } from './account.ts'
import { sign } from './events.ts'
import type { Refund, Session } from './objects.ts'
import type { ShopActions } from './shop-actions.ts'
import { attemptsOf, chargeOf, letTimePass, sessionOf } from './world.ts'
import type { World } from './world.ts'

/**
 * What a random action gets: the shop that handles it, one of the customer's payments, its session at Stripe, and the
 * random number `at`.
 */
type Moment = {
  world: World
  shop: ShopActions
  attempt: PaymentRow
  session: Session | undefined
  at: number
}

/** The random actions on a payment, at the shop and at Stripe. */
const acts: Record<string, (moment: Moment) => unknown> = {
  'return': ({ world: { userId }, shop, attempt: { id } }) => shop.showPayment({ id, userId }),
  'cancel': ({ shop, attempt }) => shop.cancel(attempt.id),
  'refund': ({ shop, attempt, at }) =>
    shop.refund({ paymentId: attempt.id, amountCents: amountFor(attempt, at) }),
  'mark paid': ({ shop, attempt }) => shop.markPaid(attempt.id),
  'take back': ({ shop, attempt }) => shop.takeBack(attempt.id),
  'reopen': ({ shop, attempt }) => shop.reopen(attempt.id),
  'correct': ({ shop, attempt, at }) => {
    const [email, city] = [`${at}.${attempt.user_id}@people.example`, `City ${at}`]
    const correction = { email, address: { ...lisbonAddress, city }, tellsCustomer: true }
    return correctOrderOf(shop.payments, attempt.id, correction)
  },
  'reconcile': ({ shop }) => shop.reconcile(),
  'kill': ({ world, at }) => world.restart(at),
  'pay': ({ world, session }) => session?.status === 'open' && world.stripe.account.pay(session.id),
  'pay by bank': ({ world, session }) =>
    session?.status === 'open' && world.stripe.account.payByBank(session.id),
  'page expires': ({ world, session }) =>
    session?.status === 'open' && world.stripe.account.expire(session.id),
  'bank confirms': ({ world, session }) => session && world.stripe.account.decide(session.id, true),
  'bank declines': ({ world, session }) => session && world.stripe.account.decide(session.id, false),
  'charge the renewals': async ({ world, shop }) => {
    await letTimePass(world, 0)
    await shop.chargeDue()
  },
  'saved cards are declined, or not': ({ world, at }) => {
    world.stripe.account.cards.declines = DECLINES[at % DECLINES.length] ?? null
  },
  'refund at Stripe': (moment) => refundAtStripe(moment, 'succeeded'),
  'refund at Stripe to a bank account': (moment) => refundAtStripe(moment, 'pending'),
  'refunds are made at once, or take days': ({ world, at }) => {
    world.stripe.account.newRefunds = at % 2 === 0 ? 'pending' : 'succeeded'
  },
  'bank confirms a refund': (moment) => {
    const refund = refundOf(moment)
    if (refund) moment.world.stripe.account.confirmRefund(refund.id)
  },
  'bank returns a refund': (moment) => {
    const refund = refundOf(moment)
    if (refund && refund.status !== 'failed') moment.world.stripe.account.failRefund(refund.id)
  },
  'pay, and the owner refunds at once': payAndRefund,
  'events arrive': ({ world }) => world.stripe.events.deliver(),
  'events arrive twice, in reverse': ({ world }) =>
    world.stripe.events.deliver({ copies: 2, isReversed: true }),
  'events are lost': ({ world }) => world.stripe.events.lose(),
  'one event is lost': ({ world: { stripe }, at }) => stripe.events.loseOne(at),
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

/** Why saved cards are declined, most often not at all. */
const DECLINES = [null, 'insufficient_funds', null, 'stolen_card', 'authentication_required']

/**
 * The actions that start a payment: at Stripe (`open`), to be paid later, at Stripe where the customer pays at once
 * (`buy`), by the staff, or with a saved card for a subscription (`renew`).
 */
const openings = [
  'open',
  'open later',
  'buy',
  'sell in cash',
  'sell by card reader',
  'sell by transfer',
  'renew',
] as const

/** How the orders of these actions are paid. All others are paid at Stripe. */
const BY_HAND: Partial<Record<string, CounterWay>> = {
  'open later': 'transfer',
  'sell in cash': 'cash',
  'sell by card reader': 'reader',
  'sell by transfer': 'transfer',
}

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
  'correct',
  'correct',
  'refund at Stripe',
  'refund at Stripe to a bank account',
  'bank returns a refund',
  'pay, and the owner refunds at once',
  'events arrive',
  'events arrive twice, in reverse',
]

/** The actions of a customer whose subscriptions are charged. Each entry makes its action more frequent. */
const ofSubscriptions = [
  'renew',
  'renew',
  'renew',
  'charge the renewals',
  'charge the renewals',
  'charge the renewals',
  'saved cards are declined, or not',
  'saved cards are declined, or not',
  'cancel',
  'refund',
  'refund at Stripe',
  'reconcile',
  'kill',
  'events arrive',
]

/**
 * A random action. `at` selects the payment, or the cart lines of a new payment. `by` selects the shop. `fault` is what
 * goes wrong at Stripe, where half of the faults spare the questions.
 */
const stepOf = (does: string[]) =>
  fc.record({
    does: fc.constantFrom(...does),
    at: fc.nat({ max: 14 }),
    by: fc.nat({ max: 1 }),
    fault: fc.constantFrom(null, null, null, null, 'garbled', 'error', 'stored error'),
    /** Whether the next action waits until this one has ended. */
    waits: fc.boolean(),
  })

export type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer S> ? S : never

const stepsOf = (does: string[]) => fc.array(stepOf(does), { minLength: 3, maxLength: 14 })

/**
 * A random history: a list of actions. One in three is only about subscriptions. With `losesEvents`, the events that still
 * wait after the last action never arrive. `declines` is why saved cards are declined at first, or null.
 */
export const history = fc.record({
  steps: fc.oneof(
    { weight: 2, arbitrary: stepsOf([...openings, ...often, ...Object.keys(acts)]) },
    { weight: 1, arbitrary: stepsOf(ofSubscriptions) },
  ),
  losesEvents: fc.boolean(),
  declines: fc.constantFrom(...DECLINES),
  hasEmail: fc.boolean(),
})

/** Carries out one random action. */
export async function take(world: World, { does, at, by, fault }: Step): Promise<void> {
  world.stripe.fault = ({ method }) => (method === 'POST' || at % 2 === 0 ? fault : null)
  const shop = world.shop(by)
  if (openings.some((opening) => opening === does)) await open(world, shop, { does, at })
  const attempts = await attemptsOf(world)
  if (does === 'buy') await payAndReturn(world, shop, attempts.at(-1))
  const attempt = attempts[at % Math.max(1, attempts.length)]
  if (attempt) await acts[does]?.({ world, shop, attempt, session: sessionOf(world, attempt), at })
}

/** Lets the customer pay on Stripe's page and return to the shop. */
async function payAndReturn(world: World, shop: ShopActions, attempt: PaymentRow | undefined): Promise<void> {
  const session = attempt && sessionOf(world, attempt)
  if (!attempt || session?.status !== 'open') return
  world.stripe.account.pay(session.id)
  await shop.showPayment({ id: attempt.id, userId: world.userId })
}

async function open(world: World, shop: ShopActions, { does, at }: Pick<Step, 'does' | 'at'>): Promise<void> {
  const { userId, lines, mandateId } = world
  const byHand = BY_HAND[does]
  // The bits of `at + 1`, a number from 1 to 15, select at least one of the four lines.
  const chosen = lines.filter((_, index) => ((at + 1) >> index) & 1)
  const deliveryCents = (at % 3) * 490
  const granted = discountsFor(world, { chosen, deliveryCents, at })
  const order = { userId, lines: chosen, deliveryCents, granted }
  if (does === 'renew') {
    await shop.renew(order, mandateId)
    if (at % 3 > 0) await shop.chargeDue()
  } else await shop.open({ ...order, isOfStaff: does.startsWith('sell '), ...(byHand && { byHand }) })
}

type Opening = { chosen: string[]; deliveryCents: number; at: number }

/** Two openings of five have no discount, one has two, and the last ones pay nothing for the delivery. */
function discountsFor(
  { lines, prices, discounts }: World,
  { chosen, deliveryCents, at }: Opening,
): readonly Granted[] {
  const priced = chosen.map((id) => ({ id, productId: id, price: prices[lines.indexOf(id)] ?? 0 }))
  const terms = (id: string) => ({ id, name: 'Test', code: null, products: null })
  const [percent = '', delivery = ''] = discounts
  const candidates = {
    automatic: at % 5 > 1 ? [{ ...terms(percent), kind: 'percent' as const, value: at * 7 }] : [],
    code: at % 5 > 3 ? { ...terms(delivery), kind: 'delivery' as const, value: 500 } : null,
  }
  return applyDiscounts({ lines: priced, delivery: deliveryCents }, candidates)
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
function refundAtStripe({ world, attempt, at }: Moment, status: Account['newRefunds']): void {
  const { account } = world.stripe
  const intent = chargeOf(world, attempt)
  if (!intent) return
  const left = intent.amount - account.refundedOf(intent.id)
  const amount = Math.min(left, amountFor(attempt, at))
  if (amount <= 0) return
  const before = account.newRefunds
  account.newRefunds = status
  account.createRefund({ payment_intent: intent.id, amount: String(amount) })
  account.newRefunds = before
}

/** Returns one of the refunds of a payment at Stripe, no matter who has made it. */
function refundOf({ world, attempt, at }: Moment): Refund | undefined {
  const refunds = world.stripe.account.refundsOf(chargeOf(world, attempt)?.id ?? '')
  return refunds[at % Math.max(1, refunds.length)]
}

/** The shop learns of the refund first if the events arrive in reverse. */
function payAndRefund(moment: Moment): void {
  const { world, session } = moment
  if (session?.status !== 'open') return
  world.stripe.account.pay(session.id)
  refundAtStripe(moment, 'succeeded')
}
