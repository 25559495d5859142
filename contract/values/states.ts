/** The delivery states of a paid product, in order. Every paid product begins as `Ordered`. */
export const deliveryStates = ['Ordered', 'Packed', 'Sent', 'Delivered'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/**
 * The states of an order. `waiting` is an order that the customer pays later, `ready` one that can be picked up. A
 * refund of the whole amount makes an order `refunded`.
 */
export const orderStates = [
  'waiting',
  'paid',
  'packed',
  'sent',
  'ready',
  'delivered',
  'cancelled',
  'refunded',
] as const

export type OrderState = (typeof orderStates)[number]

/** What admins and customers read for each state of an order. */
export const orderStateNames: Record<OrderState, string> = {
  waiting: 'Waiting for payment',
  paid: 'Paid',
  packed: 'Packed',
  sent: 'Sent',
  ready: 'Ready for pickup',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

/**
 * The states to which an admin can move an order from each state: one step on, or one step back. An order becomes
 * `refunded` only by a refund of the whole amount, so a paid order cannot be cancelled without its money.
 */
export const orderSteps: Record<OrderState, readonly OrderState[]> = {
  waiting: ['paid', 'cancelled'],
  paid: ['packed'],
  packed: ['sent', 'ready', 'paid'],
  sent: ['delivered', 'packed'],
  ready: ['delivered', 'packed'],
  delivered: ['sent', 'ready'],
  cancelled: [],
  refunded: [],
}

/** How an order gets to its customer. An order without a checkout is sent, too. */
export type DeliveryKind = 'parcel' | 'pickup'

/** Returns the states to which an order can be moved. A parcel is sent, and a pickup becomes ready. */
export function stepsFrom(state: OrderState, kind: DeliveryKind): OrderState[] {
  const other = kind === 'pickup' ? 'sent' : 'ready'
  return orderSteps[state].filter((step) => step !== other)
}

/** The states of an order that is paid and whose lines are on their way to the customer. */
export type MovingState = 'paid' | 'packed' | 'sent' | 'ready' | 'delivered'

/** The delivery state that all lines of an order have in each of these states. */
export const lineStates: Record<MovingState, DeliveryState> = {
  paid: 'Ordered',
  packed: 'Packed',
  sent: 'Sent',
  ready: 'Sent',
  delivered: 'Delivered',
}

/** Returns whether an order in this state is paid and on its way, so that its state follows its lines. */
export function isMoving(state: OrderState): state is MovingState {
  return state in lineStates
}

/** The columns by which each table of the dashboard can be sorted. The first column is the default. */
export const sortsOf = {
  products: ['newest', 'email', 'name', 'price', 'payment', 'delivery'],
  orders: ['newest', 'email', 'customer', 'total'],
  users: ['newest', 'email', 'name'],
} as const
