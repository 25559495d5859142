/**
 * What a payment gateway charges: an amount in integer cents. The amount is charged only once for the same
 * idempotency key.
 */
export type Charge = { idempotencyKey: string; amountCents: number }

/**
 * The result of a charge. `reference` is the id that the payment gateway gave to the payment. `reason` is a sentence
 * that tells the customer why the payment was declined.
 */
export type GatewayAnswer =
  | { outcome: 'succeeded'; reference: string }
  | { outcome: 'declined'; reason: string }

/**
 * A payment gateway on another server. If `charge` is called again with the same idempotency key, it returns the same
 * result and charges nothing a second time. If the outcome is unknown, `charge` rejects and is called again later.
 */
export type RemoteGateway = { name: string; charge: (charge: Charge) => Promise<GatewayAnswer> }

/**
 * A payment gateway that runs in this process. `decide` is called inside the transaction that inserts the payment. It
 * has no side effects, and returns the same result for the same idempotency key.
 */
export type LocalGateway = { name: string; decide: (charge: Charge) => GatewayAnswer }

export type Gateway = RemoteGateway | LocalGateway

/**
 * A payment gateway that accepts every payment at once. It is for demos, and for shops whose customers pay at the
 * counter.
 */
export const instantGateway: LocalGateway = {
  name: 'instant',
  decide: ({ idempotencyKey }) => ({ outcome: 'succeeded', reference: `instant-${idempotencyKey}` }),
}

/**
 * Asks a payment gateway to charge an amount. Returns the result, or null if the result is unknown because the
 * request failed or took longer than `timeoutMs`.
 */
export async function askGateway(
  gateway: Gateway,
  charge: Charge,
  timeoutMs: number,
): Promise<GatewayAnswer | null> {
  if ('decide' in gateway) return gateway.decide(charge)
  try {
    return await orAfter<GatewayAnswer | null>(timeoutMs, gateway.charge(charge), null)
  } catch {
    return null
  }
}

/** Resolves with the value of the promise `result`, or with `fallback` if that takes longer than `ms` milliseconds. */
export async function orAfter<T>(ms: number, result: Promise<T>, fallback: T): Promise<T> {
  const { promise: timeout, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(fallback), ms)
  try {
    return await Promise.race([result, timeout])
  } finally {
    clearTimeout(timer)
  }
}
