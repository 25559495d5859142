import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { useRefreshTopic } from '../live/use-live.ts'
import { words } from '../texts.ts'
import { removeCachedOrders, reverseOf, setCachedDelivery } from './moves.ts'
import type { Move } from './moves.ts'

/**
 * Moves one item. The new state is shown at once, and the old one again if the request fails. The toast of a successful
 * move has a button that undoes it.
 */
export function useMoveItem(): { moving: boolean; move: (move: Move) => void } {
  const client = useQueryClient()
  const refreshTopic = useRefreshTopic()
  const cache = { client, refresh: () => refreshTopic('orders') }
  const { mutate, isPending } = useMutation({
    mutationFn: (move: Move) => send(move),
    onMutate: (move) => showMoved(client, move),
    onSuccess: (_, move) => {
      showMoved(client, move)
      showUndo(words.moved(move.item.productName, move.to), { undo: () => void undo(cache, move) })
    },
    onError: (error, move) => rollBack(cache, move, error),
    onSettled: () => removeCachedOrders(client),
  })
  return { moving: isPending, move: mutate }
}

/** The query cache, and a function that refreshes the tables and orders on the page. */
type Cache = { client: QueryClient; refresh: () => void }

async function undo(cache: Cache, move: Move): Promise<void> {
  const back = reverseOf(move)
  showMoved(cache.client, back)
  try {
    await send(back)
    showInfo(words.movedBack(back.item.productName, back.to))
  } catch (error) {
    rollBack(cache, back, error)
  }
  removeCachedOrders(cache.client)
}

function send({ item, from, to }: Move) {
  return api('PUT /delivery/{id}', { params: { id: item._id }, body: { from, to } })
}

function showMoved(client: QueryClient, { item, to }: Move): void {
  setCachedDelivery(client, new Map([[item._id, to]]))
}

/** Shows the old state and the reason. Then refreshes the page, because another admin may have moved the item. */
function rollBack({ client, refresh }: Cache, { item, from }: Move, error: unknown): void {
  setCachedDelivery(client, new Map([[item._id, from]]))
  const text = isRefusal(error) ? words.notMoved : words.perhapsMoved
  showError(text(item.productName, reasonOf(error)))
  refresh()
}

/** Returns the detail of the server's problem, which names the admin and the state. Its title does not. */
function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.body?.detail) || errorText(error)
}
