import { attemptsOf, chargeOf, letTimePass, sessionOf } from './world.ts'
import type { World } from './world.ts'

/**
 * Ends a history: requests no longer fail, the banks decide, the pages at Stripe expire, and `reconcile` asks about all
 * pending payments. The waiting events arrive or, with `losesEvents`, never do. Then the owner refunds what is still to
 * be paid back.
 */
export async function comeToRest(world: World, losesEvents: boolean): Promise<void> {
  const { account } = world.stripe
  world.stripe.fault = () => null
  account.newRefunds = 'succeeded'
  world.stripe.keys.forgetErrors()
  await chargeAll(world)
  // Creates the pages and refunds that an error at Stripe has prevented so far. They expire below.
  await world.shop(0).reconcile()
  for (const attempt of await attemptsOf(world)) {
    const session = sessionOf(world, attempt)
    if (session) account.decide(session.id, attempt.amount_cents % 2 === 0)
    if (session?.status === 'open') account.expire(session.id)
  }
  for (const [index, { id, status }] of [...account.refunds.values()].entries())
    if (status === 'pending') account[index % 2 === 0 ? 'failRefund' : 'confirmRefund'](id)
  await settleDown(world, losesEvents)
  if (await refundTheRest(world)) await settleDown(world, losesEvents)
}

async function settleDown({ shop, stripe: { events } }: World, losesEvents: boolean): Promise<void> {
  // The first run may find that money has arrived for a cancelled payment. The second run then has nothing left to do.
  for (let runs = 0; runs < 2; runs++) {
    if (losesEvents) events.lose()
    await events.deliver()
    await shop(runs).reconcile()
  }
  await events.deliver()
}

/** Refunds money of failed payments whose own refund has failed, as the owner does at the payment desk. */
async function refundTheRest(world: World): Promise<boolean> {
  let has = false
  for (const attempt of await attemptsOf(world)) {
    const intent = chargeOf(world, attempt)
    const left = intent ? intent.amount - world.stripe.account.refundedOf(intent.id) : 0
    if (attempt.status !== 'failed' || left === 0) continue
    has = true
    await world.shop(0).refund({ paymentId: attempt.id, amountCents: left })
  }
  return has
}

/** How often the shop charges a saved card at most. */
const MAX_TRIES = 3

/** Charges the renewals until each is paid or given up. Stripe has forgotten its idempotency keys. */
async function chargeAll(world: World): Promise<void> {
  world.stripe.keys.forget()
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await letTimePass(world, 48)
    await world.shop(tries).chargeDue()
  }
}
