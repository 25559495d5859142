/**
 * Every event of the shop. A write publishes its events with `publish`. After the commit, the subscribers are called,
 * such as caches and the live line.
 */
export type ShopEvent =
  | { type: 'catalogue-changed' }
  | { type: 'line-added' | 'line-restored'; userId: string }
  | { type: 'line-removed'; userId: string; wasUnpaid: boolean }
  | { type: 'payment-opened' | 'payment-failed'; userId: string }
  | { type: 'order-placed'; userId: string; orderId: string }
  | { type: 'delivery-moved'; userId: string }
  | { type: 'user-changed'; userId: string }
  | { type: 'session-ended'; sessionId: string }
  | { type: 'message-received' }
  | { type: 'mail-changed' }

/**
 * Events that PostgreSQL delivers to the other instances with the commit, because they change what is sold and what a
 * user may do. All other events arrive within half a second; of several with the same type, only the last one is sent.
 */
export const urgentEvents: ReadonlySet<string> = new Set<ShopEvent['type']>([
  'catalogue-changed',
  'user-changed',
  'session-ended',
])
