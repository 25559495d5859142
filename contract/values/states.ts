import type { GiftState } from './orders/gifts.ts'

/** The delivery states of a paid line, in order. Every line begins as `Ordered` when it is paid. */
export const deliveryStates = ['Ordered', 'Packed', 'Sent', 'Delivered'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/**
 * The states of an order. `waiting` is an order that the customer pays later, and `ready` is one that can be picked up.
 * An order becomes `refunded` when its refunds add up to its total.
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

/** The name of each state of an order, as admins and customers see it. */
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

const giftStateNames: Record<GiftState, string> = {
  unused: 'Gift, not used yet',
  used: 'Gift, used',
  blocked: 'Gift, on hold',
}

/** Returns what admins and customers read for the state of an order. Nothing is sent for a paid gift, which says what its code does. */
export function orderStateText({
  state,
  gift,
}: {
  state: OrderState
  gift?: GiftState | null | undefined
}): string {
  return gift && state === 'delivered' ? giftStateNames[gift] : orderStateNames[state]
}

/** What an admin must know before handling an order, beside its state. */
export const orderMarks = ['withdrawn', 'disputed', 'fraud-warning'] as const

export type OrderMark = (typeof orderMarks)[number]

export const orderMarkNames: Record<OrderMark, string> = {
  'withdrawn': 'Withdrawn',
  'disputed': 'Disputed',
  'fraud-warning': 'May be fraud',
}

/** The states by which admins can filter orders. Orders that are withdrawn from are found until that is settled. */
export const listedStates = [...orderStates, 'withdrawn'] as const

export const listedStateNames = { ...orderStateNames, withdrawn: orderMarkNames.withdrawn }

/**
 * The states to which an admin can move an order from each state: the next state, the state before, or `cancelled`
 * while it waits for its payment, and back from there. A paid order cannot be cancelled. It becomes `refunded` when its
 * refunds add up to its total. Only an order that was marked as paid can go back from `paid` to `waiting`. A pickup that is
 * paid at the counter goes from `waiting` to `delivered`.
 */
export const orderSteps: Record<OrderState, readonly OrderState[]> = {
  waiting: ['paid', 'delivered', 'cancelled'],
  paid: ['packed', 'waiting'],
  packed: ['sent', 'ready', 'paid'],
  sent: ['delivered', 'packed'],
  ready: ['delivered', 'packed'],
  delivered: ['sent', 'ready'],
  cancelled: ['waiting'],
  refunded: [],
}

/** The states of an order whose address can still be corrected: it has not left the shop. */
export const correctableStates: readonly OrderState[] = ['waiting', 'paid', 'packed', 'ready']

/** How an order gets to its customer. An order without a checkout counts as a parcel. */
export type DeliveryKind = 'parcel' | 'pickup'

/**
 * Returns the states to which an order can be moved. After `packed`, a parcel becomes `sent` and a pickup `ready`. A gift is
 * `delivered` once it is paid.
 */
export function stepsFrom(state: OrderState, kind: DeliveryKind | 'gift'): OrderState[] {
  if (kind === 'gift' && state === 'delivered') return ['waiting']
  const other = kind === 'pickup' ? 'sent' : 'ready'
  const steps = orderSteps[state].filter((step) => step !== other)
  return state === 'waiting' && kind !== 'pickup' ? steps.filter((step) => step !== 'delivered') : steps
}

/** The states of an order that is paid and was not refunded in full. */
export const movingStates = ['paid', 'packed', 'sent', 'ready', 'delivered'] as const

export type MovingState = (typeof movingStates)[number]

/** For each state of a paid order, the delivery state that its lines have. */
export const lineStates: Record<MovingState, DeliveryState> = {
  paid: 'Ordered',
  packed: 'Packed',
  sent: 'Sent',
  ready: 'Sent',
  delivered: 'Delivered',
}

/** Returns whether an order in this state is paid and not refunded. */
export function isMoving(state: OrderState): state is MovingState {
  return state in lineStates
}

/** The sort orders of each table of the dashboard. The first one is the default. */
export const sortsOf = {
  products: ['newest', 'email', 'name', 'price', 'payment', 'delivery'],
  orders: ['newest', 'email', 'customer', 'total'],
  users: ['newest', 'email', 'name'],
} as const

/** The states of a review: it waits for the owner's look, visitors see it, or the owner has hidden it. */
export const reviewStates = ['waiting', 'shown', 'hidden'] as const

export type ReviewState = (typeof reviewStates)[number]
