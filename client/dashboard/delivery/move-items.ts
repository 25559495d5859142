import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { OrderedProduct } from '#contract/orders.ts'
import { deliveryStates, orderStateNames } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { api, ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { refreshTopic } from '../events/admin-events.ts'
import { words } from '../texts.ts'

type Item = Pick<OrderedProduct, 'payment' | 'delivery' | 'refunded' | 'gift'>

/** Returns the delivery state of an ordered item, or null if the item is not paid, its order was refunded, or it is a gift. */
export function deliveryOf(item: Item): DeliveryState | null {
  return item.payment === 'OK' && !item.refunded && !item.gift ? (item.delivery ?? 'Ordered') : null
}

/** Returns the delivery state to which an item can be moved next, or null if there is none. */
export function nextState(item: Item): DeliveryState | null {
  const state = deliveryOf(item)
  return state && (deliveryStates[deliveryStates.indexOf(state) + 1] ?? null)
}

/** Returns what the admin reads for a delivery state. The items of a pickup are not sent, but ready. */
export function deliveryName(state: DeliveryState, isPickup: boolean): string {
  return isPickup && state === 'Sent' ? orderStateNames.ready : state
}

/** A change of an item's delivery state. The other items of its order move with it. */
type Move = { item: OrderedProduct; from: DeliveryState; to: DeliveryState }

/** `refused` are the moves that were certainly not made. `problem` says which moves were not made, and why. */
type Result = { moved: Move[]; refused: Move[]; problem?: string }

/**
 * Returns a mutation that moves each of several items to its next delivery state, and shows the result in a toast. A
 * button in the toast undoes the moves that were made. The mutation ends when the page shows the new states.
 */
export function useMoveItems() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (items: OrderedProduct[]) => {
      const result = await send(items.flatMap(nextMove))
      const { moved, problem } = result
      const [first] = moved
      if (first) {
        const to = moved.every((move) => move.to === first.to) ? first.to : null
        const text = words.moved(moved.length, first.item.productName, to)
        showUndo(text, { undo: () => void undo(client, moved), details: problem })
      } else showError(problem ?? '')
      const refreshed = refreshTopic(client, 'orders')
      if (first) await refreshed
      return result
    },
  })
}

function nextMove(item: OrderedProduct): Move[] {
  const from = deliveryOf(item)
  const to = nextState(item)
  return from && to ? [{ item, from, to }] : []
}

async function undo(client: QueryClient, moves: Move[]): Promise<void> {
  const { moved, problem } = await send(moves.map(({ item, from, to }) => ({ item, from: to, to: from })))
  const [first] = moved
  if (first) showInfo(words.movedBack(moved.length, first.item.productName, first.to))
  if (problem) showError(problem)
  await refreshTopic(client, 'orders')
}

async function send(moves: Move[]): Promise<Result> {
  try {
    const { refused } = await api('PUT /deliveries', {
      body: { moves: moves.map(({ item, from, to }) => ({ id: item._id, from, to })) },
    })
    const reasons = new Map(refused.map(({ id, reason }) => [id, reason]))
    const isRefused = ({ item }: Move) => reasons.has(item._id)
    const unmoved = moves.filter(isRefused)
    return {
      moved: moves.filter((move) => !isRefused(move)),
      refused: unmoved,
      ...(refused[0] && { problem: problemOf(words.notMoved, unmoved, refused[0].reason) }),
    }
  } catch (error) {
    const refused = isRefusal(error) ? moves : []
    const text = isRefusal(error) ? words.notMoved : words.perhapsMoved
    return { moved: [], refused, problem: problemOf(text, moves, reasonOf(error)) }
  }
}

function problemOf(text: typeof words.notMoved, moves: Move[], reason: string): string {
  return `${text(moves.length, moves[0]?.item.productName ?? '')} ${reason}`
}

/**
 * Returns why a change failed. The `detail` of an error response is preferred to its `title`, because only the detail
 * says who has changed the item or the order in the meantime, and which state it is in now.
 */
export function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.body?.detail) || errorText(error)
}
