/** What the gateway is asked: an amount in integer cents, under a key that it answers the same way each time. */
export type Charge = { idempotencyKey: string; amountCents: number }

export type GatewayAnswer =
  | { outcome: 'succeeded'; reference: string }
  | { outcome: 'declined'; reason: string }

/**
 * Who moves the money. `charge` may be asked again with the same key and must then answer the same, without moving
 * money twice. It rejects when the answer is not known.
 */
export type Gateway = { name: string; charge: (charge: Charge) => Promise<GatewayAnswer> }

/** Pays at once and always: for demos, and for shops that are paid at the counter. */
export const instantGateway: Gateway = {
  name: 'instant',
  charge: async ({ idempotencyKey }) => ({ outcome: 'succeeded', reference: `instant-${idempotencyKey}` }),
}
