/** The delivery states of a paid product, in order. Every paid product begins as `Ordered`. */
export const deliveryStates = ['Ordered', 'Packed', 'Sent', 'Delivered'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** The columns by which each table of the dashboard can be sorted. The first column is the default. */
export const sortsOf = {
  products: ['newest', 'email', 'name', 'price', 'payment', 'delivery'],
  orders: ['newest', 'email', 'customer', 'total'],
  users: ['newest', 'email', 'name'],
} as const
