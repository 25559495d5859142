import type { Charge, Gateway, GatewayAnswer } from '#server/payments/gateway.ts'

/**
 * How the gateway handles the next charges. `lost`: it charges, but the response is lost. `down`: it neither charges nor
 * responds. `hold`: it responds after `release` was called.
 */
type Mode = 'pay' | 'decline' | 'lost' | 'down' | 'hold'

/** A gateway for tests that counts money. A second request with the same idempotency key charges nothing and says so. */
export class FakeGateway implements Gateway {
  readonly name = 'fake'
  mode: Mode = 'pay'
  /** Cents by idempotency key. */
  readonly charges = new Map<string, number>()
  /** The idempotency key of every request, in order. */
  readonly asked: string[] = []
  #held: (() => void)[] = []

  /** The total of all charges, in cents. */
  get total(): number {
    return [...this.charges.values()].reduce((sum, cents) => sum + cents, 0)
  }

  async charge({ idempotencyKey, amountCents }: Charge): Promise<GatewayAnswer> {
    this.asked.push(idempotencyKey)
    if (this.mode === 'down') throw new Error('The gateway cannot be reached.')
    if (this.mode === 'decline' && !this.charges.has(idempotencyKey))
      return { outcome: 'declined', reason: 'The card is empty.' }
    this.charges.set(idempotencyKey, this.charges.get(idempotencyKey) ?? amountCents)
    if (this.mode === 'lost') throw new Error('The answer was lost.')
    if (this.mode === 'hold') await new Promise<void>((resolve) => this.#held.push(resolve))
    return { outcome: 'succeeded', reference: `fake-${idempotencyKey}` }
  }

  /** Sends the responses that are held back, and stops holding back. */
  release(): void {
    this.mode = 'pay'
    for (const go of this.#held.splice(0)) go()
  }
}
