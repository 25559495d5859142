/** The delivery states of a paid line, in order. Every line begins as `Ordered`. */
export const deliveryStates = ['Ordered', 'Packed', 'Sent', 'Delivered'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** The columns that each table of the dashboard can be sorted by. The first is the default. */
export const sortsOf = {
  products: ['newest', 'email', 'name', 'price', 'payment', 'delivery'],
  orders: ['newest', 'email', 'customer', 'total'],
  users: ['newest', 'email', 'name'],
} as const
