import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { useRefreshTopic } from '../live/use-live.ts'
import { words } from '../texts.ts'
import { reasonOf, removeCachedOrders, reverseOf, setCachedDelivery } from './moves.ts'
import type { Move } from './moves.ts'

/**
 * Changes the delivery state of one item. The new state is shown at once. If the request fails, the old state is
 * shown again. If the request succeeds, a toast appears with a button that undoes the change.
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

/** The query cache, and a function that fetches the tables and orders on the page again. */
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

function showMoved(client: QueryClient, move: Move): void {
  setCachedDelivery(client, [move])
}

/**
 * Shows the old delivery state again, and a toast with the reason. Then fetches the data on the page again, because
 * another admin may have changed the item.
 */
function rollBack({ client, refresh }: Cache, { item, from }: Move, error: unknown): void {
  setCachedDelivery(client, [{ item, to: from }])
  const text = isRefusal(error) ? words.notMoved : words.perhapsMoved
  showError(text(item.productName, reasonOf(error)))
  refresh()
}
