import type { QueryClient } from '@tanstack/react-query'
import type { OrderDetails } from '#contract/orders/order-details.ts'
import type { OrderedProduct } from '#contract/orders.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { changeCachedRows } from '../table/cached-rows.ts'

/** A change of an ordered item's delivery state. */
export type Move = { item: OrderedProduct; from: DeliveryState; to: DeliveryState }

/**
 * A change of the delivery state that the server has not confirmed. `reason` is the server's sentence about this
 * change, or the error of the request that failed.
 */
export type Unmoved = { move: Move; reason: unknown }

/**
 * The results of many changes of delivery states. Changes in `refused` were not made: the server refused them, or they
 * were not sent because an earlier request had failed. Changes in `unknown` may have been made: their request ended
 * with a network error or a server error.
 */
export type MoveResults = { moved: Move[]; refused: Unmoved[]; unknown: Unmoved[] }

/**
 * Sends changes of delivery states in one request. Returns a map from the item's id to the reason, for every change
 * that the server refused.
 */
type Send = (moves: Move[]) => Promise<Map<string, string>>

/**
 * Sends changes of delivery states, at most `batchSize` in one request, and one request after the other. Stops after a
 * request that fails.
 */
export async function sendMoves(moves: Move[], batchSize: number, send: Send): Promise<MoveResults> {
  const reasons = new Map<string, unknown>()
  let lost: Move[] = []
  for (let sent = 0; sent < moves.length; sent += batchSize) {
    const batch = moves.slice(sent, sent + batchSize)
    try {
      for (const [id, reason] of await send(batch)) reasons.set(id, reason)
    } catch (error) {
      for (const { item } of moves.slice(sent)) reasons.set(item._id, error)
      if (!isRefusal(error)) lost = batch
      break
    }
  }
  const unmoved = moves.flatMap((move) =>
    reasons.has(move.item._id) ? [{ move, reason: reasons.get(move.item._id) }] : [],
  )
  return {
    moved: moves.filter(({ item }) => !reasons.has(item._id)),
    refused: unmoved.filter(({ move }) => !lost.includes(move)),
    unknown: unmoved.filter(({ move }) => lost.includes(move)),
  }
}

/** Returns the change that undoes a change: back to the old delivery state. */
export function reverseOf({ item, from, to }: Move): Move {
  return { item, from: to, to: from }
}

/** Sets the delivery states of the orders of these items in all tables and orders in the query cache. */
export function setCachedDelivery(client: QueryClient, moves: Pick<Move, 'item' | 'to'>[]): void {
  const states = new Map(moves.map(({ item, to }) => [orderOf(item), to]))
  const change = (row: OrderedProduct) => {
    const delivery = states.get(orderOf(row))
    return delivery ? { ...row, delivery } : row
  }
  changeCachedRows(client, 'GET /allProducts', change)
  client.setQueriesData<OrderDetails>(
    { queryKey: ['GET /order/{id}'] },
    (order) => order && { ...order, items: order.items.map(change) },
  )
}

/** An item that was paid before the shop stored orders is moved alone. */
function orderOf({ _id, orderId }: OrderedProduct): string {
  return orderId ?? _id
}

/**
 * Removes the tables of orders from the query cache, because their numbers of items in each delivery state are out of
 * date. A table that is on the page stays in the cache.
 */
export function removeCachedOrders(client: QueryClient): void {
  client.removeQueries({ queryKey: ['GET /fullProducts'], type: 'inactive' })
}

/**
 * Returns why a change failed. The `detail` of an error response is preferred to its `title`, because only the detail
 * says who has changed the item or the order in the meantime, and which state it is in now.
 */
export function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.body?.detail) || errorText(error)
}
