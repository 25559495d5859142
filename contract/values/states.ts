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

/** The columns by which each table of the dashboard can be sorted. The first column is the default. */
export const sortsOf = {
  products: ['newest', 'email', 'name', 'price', 'payment', 'delivery'],
  orders: ['newest', 'email', 'customer', 'total'],
  users: ['newest', 'email', 'name'],
} as const
