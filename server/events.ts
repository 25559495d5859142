/**
 * Everything that happens in the shop and that another part of it wants to know. A write publishes its events with
 * `publish`; subscribers (caches, the live line) are called once the write is committed.
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
 * Events that reach the other instances of a shop with the commit itself, because they decide what is sold and who may
 * do what. All others arrive within half a second, and of several with one type only the last.
 */
export const urgentEvents: ReadonlySet<string> = new Set<ShopEvent['type']>([
  'catalogue-changed',
  'user-changed',
  'session-ended',
])
