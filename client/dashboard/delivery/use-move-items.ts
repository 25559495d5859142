import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { OrderedProduct } from '#contract/orders.ts'
import { MAX_MOVES } from '#contract/values/limits.ts'
import { api, errorText } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { useRefreshTopic } from '../live/use-live.ts'
import { words } from '../texts.ts'
import { deliveryOf, nextState } from './delivery-steps.ts'
import { removeCachedOrders, reverseOf, sendMoves, setCachedDelivery } from './moves.ts'
import type { Move, MoveResults, Unmoved } from './moves.ts'

const mutationKey = ['move items']

/** The query cache, and a function that fetches the tables and orders on the page again. */
type Cache = { client: QueryClient; refresh: () => void }

/**
 * Moves several items, each to its next delivery state, and shows the result in a toast. A button in the toast undoes
 * the moves that were made. `onMoved` gets the items that were moved or may have been moved, so that the caller can
 * deselect them. If they stayed selected, another click could move them one state too far.
 */
export function useMoveItems(): {
  moving: boolean
  move: (items: OrderedProduct[], onMoved: (items: OrderedProduct[]) => void) => void
} {
  const client = useQueryClient()
  const refreshTopic = useRefreshTopic()
  const cache = { client, refresh: () => refreshTopic('orders') }
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: (moves: Move[]) => send(cache, moves),
    onSuccess: (results) => showResults(cache, results),
  })
  function move(items: OrderedProduct[], onMoved: (items: OrderedProduct[]) => void): void {
    // Ignores the second click of a double click, which comes before the button is rendered as busy.
    if (client.isMutating({ mutationKey }) > 0) return
    mutate(items.flatMap(nextMove), {
      onSuccess: ({ moved, unknown }) =>
        onMoved([...moved, ...unknown.map((each) => each.move)].map(({ item }) => item)),
    })
  }
  return { moving: isPending, move }
}

function nextMove(item: OrderedProduct): Move[] {
  const from = deliveryOf(item)
  const to = from && nextState(from)
  return to ? [{ item, from, to }] : []
}

async function send({ client, refresh }: Cache, moves: Move[]): Promise<MoveResults> {
  const results = await sendMoves(moves, MAX_MOVES, async (batch) => {
    const { refused } = await api('PUT /deliveries', {
      body: { moves: batch.map(({ item, from, to }) => ({ id: item._id, from, to })) },
    })
    return new Map(refused.map(({ id, reason }) => [id, reason]))
  })
  setCachedDelivery(client, results.moved)
  removeCachedOrders(client)
  refresh()
  return results
}

function showResults(cache: Cache, results: MoveResults): void {
  const { moved } = results
  if (moved.length === 0) return showError(problemText(results) ?? '')
  const states = new Set(moved.map(({ to }) => to))
  const [to] = states
  showUndo(words.movedMany(moved.length, to && states.size === 1 ? to : null), {
    undo: () => void undo(cache, moved),
    details: problemText(results),
  })
}

async function undo(cache: Cache, moves: Move[]): Promise<void> {
  const results = await send(cache, moves.map(reverseOf))
  const { length } = results.moved
  if (length > 0) showInfo(words.movedManyBack(length))
  const problem = problemText(results)
  if (problem) showError(problem)
}

/** Describes which moves were not made or may not have been made, and why. Returns undefined if all moves were made. */
function problemText({ refused, unknown }: MoveResults): string | undefined {
  const sentences = [
    ...sentencesOf(unknown, words.perhapsMovedMany),
    ...sentencesOf(refused, words.notMovedMany),
  ]
  // The set removes repeated sentences. After a failed request, the moves that were not sent have the same reason as
  // the moves in that request.
  return [...new Set(sentences)].join(' ') || undefined
}

function sentencesOf(unmoved: Unmoved[], text: (count: number, product: string) => string): string[] {
  const [first] = unmoved
  if (!first) return []
  const reason = typeof first.reason === 'string' ? first.reason : errorText(first.reason)
  return [text(unmoved.length, first.move.item.productName), reason]
}
