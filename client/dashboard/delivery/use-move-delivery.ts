import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, ApiError, errorText, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { useTellLive } from '../live/live.ts'
import { words } from '../texts.ts'
import { forgetOrders, showDelivery } from './show-delivery.ts'
import type { Move } from './show-delivery.ts'

/** Moves an item on: seen at once, taken back when the server refuses, undone from the toast. */
export function useMoveDelivery(): { moving: boolean; move: (move: Move) => void } {
  const client = useQueryClient()
  const tell = useTellLive()
  const shop = { client, readAgain: () => tell('orders') }
  const { mutate, isPending } = useMutation({
    mutationFn: (step: Move) => send(step),
    onMutate: (step) => showMoved(client, step),
    onSuccess: (_, step) => {
      showMoved(client, step)
      showUndo(words.moved(step.item.productName, step.to), { undo: () => void moveBack(shop, step) })
    },
    onError: (error, step) => takeBack(shop, step, error),
    onSettled: () => forgetOrders(client),
  })
  return { moving: isPending, move: mutate }
}

type Shop = { client: QueryClient; readAgain: () => void }

async function moveBack(shop: Shop, { item, from, to }: Move): Promise<void> {
  const back = { item, from: to, to: from }
  showMoved(shop.client, back)
  try {
    await send(back)
    showInfo(words.movedBack(item.productName, back.to))
  } catch (error) {
    takeBack(shop, back, error)
  }
  forgetOrders(shop.client)
}

function send({ item, from, to }: Move) {
  return api('PUT /delivery/{id}', { params: { id: item._id }, body: { from, to } })
}

function showMoved(client: QueryClient, { item, to }: Move): void {
  showDelivery(client, new Map([[item._id, to]]))
}

/** Shows an item where it was, says why, and reads what shows it again: it may have been moved in the meantime. */
function takeBack({ client, readAgain }: Shop, { item, from }: Move, error: unknown): void {
  showDelivery(client, new Map([[item._id, from]]))
  const say = isRefusal(error) ? words.notMoved : words.perhapsMoved
  showError(say(item.productName, reasonOf(error)))
  readAgain()
}

/** The server's detail says who moved the item where; the title only that it was moved. */
function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.body?.detail) || errorText(error)
}
