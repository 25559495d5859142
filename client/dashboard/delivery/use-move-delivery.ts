import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { FullOrder, OrderedProduct } from '#contract/dashboard.ts'
import type { DeliveryState } from '#contract/fields.ts'
import { api, errorText } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { useTellLive } from '../live/live.ts'
import { changeRows } from '../rows/row-pages.ts'
import type { RowPages } from '../rows/row-pages.ts'
import { words } from '../texts.ts'

type Move = { item: OrderedProduct; from: DeliveryState; to: DeliveryState }

/** Moves an item on: seen at once, taken back when the server refuses, undone from the toast. */
export function useMoveDelivery(): { moving: boolean; move: (move: Move) => void } {
  const client = useQueryClient()
  const tell = useTellLive()
  const shop = { client, readAgain: () => tell('orders') }
  const { mutate, isPending } = useMutation({
    mutationFn: (step: Move) => send(step),
    onMutate: (step) => show(client, step.item._id, step.to),
    onSuccess: (_, step) => {
      show(client, step.item._id, step.to)
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
  show(shop.client, item._id, back.to)
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

/** Shows an item where it was, says why, and reads what shows it again: somebody else may have moved it. */
function takeBack({ client, readAgain }: Shop, { item, from }: Move, error: unknown): void {
  show(client, item._id, from)
  showError(words.notMoved(item.productName, errorText(error)))
  readAgain()
}

/** Shows an item in a state wherever it is loaded. */
function show(client: QueryClient, id: string, delivery: DeliveryState): void {
  const move = (row: OrderedProduct) => (row._id === id ? { ...row, delivery } : row)
  client.setQueriesData<RowPages<OrderedProduct>>({ queryKey: ['GET /allProducts'] }, (data) => data && changeRows(data, move))
  client.setQueriesData<FullOrder>(
    { queryKey: ['GET /fullProduct/{id}'] },
    (order) => order && { ...order, items: order.items.map(move) },
  )
}

/** The table of full orders counts states: it is read again when somebody next looks at it. */
function forgetOrders(client: QueryClient): void {
  client.removeQueries({ queryKey: ['GET /fullProducts'], type: 'inactive' })
}
