/**
 * Every event of the shop. Code that writes to the database publishes events with `publish`. After the commit, all
 * subscribers are called: for example, a cache deletes its entries, and admins get a server-sent event. With
 * `payment-changed`, the sales of an earlier day have changed.
 */
export type ShopEvent =
  | { type: 'catalogue-changed' }
  | { type: 'line-added' | 'line-restored'; userId: string }
  | { type: 'line-removed'; userId: string }
  | { type: 'payment-opened' | 'payment-failed'; userId: string }
  | { type: 'order-placed'; userId: string; orderId: string }
  | { type: 'delivery-moved' | 'order-changed' | 'payment-changed'; userId: string }
  | { type: 'user-changed'; userId: string }
  | { type: 'session-ended'; sessionId: string }
  | { type: 'message-changed' }
  | { type: 'mail-changed' }
  | { type: 'settings-changed' }

/**
 * Events that PostgreSQL delivers to the other instances of the shop together with the commit, because they change what
 * is sold and what a user may do. Other events arrive up to one and a half seconds later. If several events of one type
 * were published within half a second, only the last one is sent.
 */
export const urgentEvents: ReadonlySet<string> = new Set<ShopEvent['type']>([
  'catalogue-changed',
  'user-changed',
  'session-ended',
  'settings-changed',
])
