import type { QueryClient } from '@tanstack/react-query'
import type { FullOrder, OrderedProduct } from '#contract/orders.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { changeRows } from '../rows/row-pages.ts'
import type { RowPages } from '../rows/row-pages.ts'

/** One step of one item. */
export type Move = { item: OrderedProduct; from: DeliveryState; to: DeliveryState }

/** Shows items in a state wherever they are loaded; `states` is by item id. */
export function showDelivery(client: QueryClient, states: ReadonlyMap<string, DeliveryState>): void {
  const move = (row: OrderedProduct) => {
    const delivery = states.get(row._id)
    return delivery ? { ...row, delivery } : row
  }
  client.setQueriesData<RowPages<OrderedProduct>>(
    { queryKey: ['GET /allProducts'] },
    (data) => data && changeRows(data, move),
  )
  client.setQueriesData<FullOrder>(
    { queryKey: ['GET /fullProduct/{id}'] },
    (order) => order && { ...order, items: order.items.map(move) },
  )
}

/** The table of full orders counts states: it is read again when an admin next looks at it. */
export function forgetOrders(client: QueryClient): void {
  client.removeQueries({ queryKey: ['GET /fullProducts'], type: 'inactive' })
}
