import { DEFAULT_CURRENCY } from '#contract/values/money.ts'
import type {
  Attempt,
  Charge,
  GatewayAnswer,
  GatewayCharge,
  GatewayDispute,
  GatewayRefund,
  RefundAnswer,
  RemoteGateway,
  Span,
} from '#server/payments/gateway.ts'
import { catchUp } from '#server/payments/catch-up/catch-up.ts'
import type { Payments } from '#server/payments/payments.ts'
import { reconcile } from '#server/payments/reconcile.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'

/**
 * How the gateway handles the next charges. `lost`: the money moves, but the response does not arrive. `down`: the
 * request fails and no money moves. `hold`: the money moves, and the response is held back until `release` is called.
 */
type Mode = 'pay' | 'decline' | 'lost' | 'down' | 'hold'

/**
 * A stub of a remote payment gateway. It records each charge, so that tests can compare the moved money with the
 * database.
 */
export class FakeGateway implements RemoteGateway {
  readonly kind = 'remote'
  readonly name = 'fake'
  readonly hasPage = false
  mode: Mode = 'pay'
  /** What can help a saved card that is declined. */
  retry: 'later' | 'customer' | null = null
  /** The charged amounts in cents, by idempotency key. */
  readonly charges = new Map<string, number>()
  /** The idempotency keys of all requests to start or check a payment, in the order of arrival. */
  readonly asked: string[] = []
  readonly #declined = new Set<string>()
  #held: (() => void)[] = []

  /** The sum of all charges in cents. */
  get total(): number {
    return [...this.charges.values()].reduce((sum, cents) => sum + cents, 0)
  }

  async start(attempt: Attempt): Promise<GatewayAnswer> {
    const { saved, savesCard } = attempt
    const answer = await this.charge(saved ? { ...attempt, idempotencyKey: saved.key } : attempt)
    if (answer.outcome === 'declined') return saved && this.retry ? { ...answer, retry: this.retry } : answer
    return savesCard ? { ...answer, saved: { customer: 'cus_1', card: 'Visa 4242' } } : answer
  }

  check(attempt: Attempt): Promise<GatewayAnswer> {
    return this.start(attempt)
  }

  /** Declines a payment that was not charged. A payment that was charged has succeeded. */
  async cancel({ saved, idempotencyKey: id }: Attempt): Promise<GatewayAnswer> {
    const idempotencyKey = saved?.key ?? id
    if (this.charges.has(idempotencyKey)) return { outcome: 'succeeded', reference: `fake-${idempotencyKey}` }
    this.#declined.add(idempotencyKey)
    return { outcome: 'declined', reason: 'The payment was cancelled.' }
  }

  async refund(
    { id, amount_cents, created_at }: RefundRow,
    payment: PaymentRow & { currency: string },
  ): Promise<RefundAnswer> {
    return {
      reference: `refund-${id}`,
      charge: payment.reference ?? '',
      refundId: id,
      amountCents: amount_cents,
      currency: payment.currency,
      status: 'succeeded',
      reason: null,
      createdAt: created_at,
    }
  }

  async *listCharges(_span: Span): AsyncGenerator<GatewayCharge> {}

  async *listRefunds(_of: { charge: string } | Span): AsyncGenerator<GatewayRefund> {}

  async *listDisputes(): AsyncGenerator<GatewayDispute> {}

  async readEvent(): Promise<null> {
    return null
  }

  async charge({ idempotencyKey, amountCents }: Charge): Promise<GatewayAnswer> {
    this.asked.push(idempotencyKey)
    if (this.mode === 'down') throw new Error('The gateway cannot be reached.')
    if (this.mode === 'decline' && !this.charges.has(idempotencyKey)) this.#declined.add(idempotencyKey)
    if (this.#declined.has(idempotencyKey)) return { outcome: 'declined', reason: 'The card is empty.' }
    this.charges.set(idempotencyKey, this.charges.get(idempotencyKey) ?? amountCents)
    if (this.mode === 'lost') throw new Error('The answer was lost.')
    if (this.mode === 'hold') await new Promise<void>((resolve) => this.#held.push(resolve))
    return { outcome: 'succeeded', reference: `fake-${idempotencyKey}` }
  }

  /** Sends the responses that were held back. Later charges succeed at once. */
  release(): void {
    this.mode = 'pay'
    for (const send of this.#held.splice(0)) send()
  }
}

/** Returns a remote gateway that calls `charge` both to start a payment and to ask about it. */
export function chargingGateway(
  name: string,
  charge: (charge: Charge) => Promise<GatewayAnswer>,
): RemoteGateway {
  return Object.assign(new FakeGateway(), { name, charge })
}

/**
 * When all attempts of `attemptTo` were started. It is the same time for a repeated attempt, because Stripe refuses an
 * idempotency key that is repeated with other parameters.
 */
const STARTED_AT = Date.now()

/** Returns a new attempt to pay this charge, without a session and with one line on the bill. */
export function attemptTo(charge: Charge): Attempt {
  const lines = [{ name: 'Espresso', unitCents: charge.amountCents, quantity: 1 }]
  const readBill = async () => ({ lines, currency: DEFAULT_CURRENCY, email: null, address: null })
  return { ...charge, session: null, startedAt: STARTED_AT, savesCard: false, saved: null, readBill }
}

/** Asks the gateways about everything that is open, and reads all their lists. */
export async function reconcileAll(payments: Payments): Promise<void> {
  await reconcile(payments, 0)
  payments.longListsDueAt.clear()
  await catchUp(payments)
}
