import type { QueryClient } from '@tanstack/react-query'
import type { FullOrder, OrderedProduct } from '#contract/orders.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { isRefusal } from '#client/lib/api.ts'
import { changeCachedRows } from '../rows/row-pages.ts'

/** A move of one item from one delivery state to another. */
export type Move = { item: OrderedProduct; from: DeliveryState; to: DeliveryState }

/** A move that was not confirmed. `reason` is the server's sentence, or the error of the request that failed. */
export type Unmoved = { move: Move; reason: unknown }

/** The results of many moves. If the response to a request was lost, its moves are `unknown`: they may have been made. */
export type MoveResults = { moved: Move[]; refused: Unmoved[]; unknown: Unmoved[] }

/** Sends one request. Returns the reasons of the refused moves by the id of their item. */
type Send = (moves: Move[]) => Promise<Map<string, string>>

/** Sends moves in requests of at most `batchSize`, one after the other. After a failed request no more are sent. */
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

/** Returns the move that undoes a move. */
export function reverseOf({ item, from, to }: Move): Move {
  return { item, from: to, to: from }
}

/**
 * Sets the delivery states of items in all cached tables and orders. `states` maps the id of an item to its new
 * state.
 */
export function setCachedDelivery(client: QueryClient, states: ReadonlyMap<string, DeliveryState>): void {
  const change = (row: OrderedProduct) => {
    const delivery = states.get(row._id)
    return delivery ? { ...row, delivery } : row
  }
  changeCachedRows(client, 'GET /allProducts', change)
  client.setQueriesData<FullOrder>(
    { queryKey: ['GET /fullProduct/{id}'] },
    (order) => order && { ...order, items: order.items.map(change) },
  )
}

/** Removes the tables of orders from the cache, because they count the states of items. The shown table stays. */
export function removeCachedOrders(client: QueryClient): void {
  client.removeQueries({ queryKey: ['GET /fullProducts'], type: 'inactive' })
}
