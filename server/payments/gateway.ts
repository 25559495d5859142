/** A charge: an amount in integer cents and an idempotency key. */
export type Charge = { idempotencyKey: string; amountCents: number }

/** `reference` is the gateway's name for the payment. `reason` is a sentence for the customer. */
export type GatewayAnswer =
  | { outcome: 'succeeded'; reference: string }
  | { outcome: 'declined'; reason: string }

/**
 * A gateway in another system. `charge` may be called again with the same key: it then returns the same answer and
 * charges nothing a second time. It rejects if the outcome is unknown, and the charge is repeated later.
 */
export type RemoteGateway = { name: string; charge: (charge: Charge) => Promise<GatewayAnswer> }

/**
 * A gateway in this process. It is asked inside the transaction that opens the attempt. `decide` has no side effects,
 * and returns the same answer for the same key.
 */
export type LocalGateway = { name: string; decide: (charge: Charge) => GatewayAnswer }

export type Gateway = RemoteGateway | LocalGateway

/** Accepts every payment at once: for demos, and for shops whose customers pay at the counter. */
export const instantGateway: LocalGateway = {
  name: 'instant',
  decide: ({ idempotencyKey }) => ({ outcome: 'succeeded', reference: `instant-${idempotencyKey}` }),
}

/** Returns the gateway's answer, or null if it is unknown: the request failed, or took longer than `timeoutMs`. */
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

/** Resolves with the result, or with `fallback` if the result takes longer than `ms` milliseconds. */
export async function orAfter<T>(ms: number, result: Promise<T>, fallback: T): Promise<T> {
  const { promise: timeout, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(fallback), ms)
  try {
    return await Promise.race([result, timeout])
  } finally {
    clearTimeout(timer)
  }
}
