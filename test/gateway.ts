import type { Charge, GatewayAnswer, RemoteGateway } from '#server/payments/gateway.ts'

/**
 * How the next charges go. `lost`: the money moves but the answer does not arrive. `down`: nothing moves and nothing
 * is answered. `hold`: the answer waits for `release`.
 */
type Mode = 'pay' | 'decline' | 'lost' | 'down' | 'hold'

/** A gateway for tests that counts the money: asked again with a key that it has charged, it moves none and says so. */
export class FakeGateway implements RemoteGateway {
  readonly name = 'fake'
  mode: Mode = 'pay'
  /** Cents by idempotency key. */
  readonly charges = new Map<string, number>()
  /** The key of every question, in order. */
  readonly asked: string[] = []
  #held: (() => void)[] = []

  /** All the money that was moved, in cents. */
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

  /** Lets the held answers go, and all later ones. */
  release(): void {
    this.mode = 'pay'
    for (const go of this.#held.splice(0)) go()
  }
}
