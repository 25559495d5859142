import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { MOST_MOVES } from '#contract/values/limits.ts'
import type { OrderedProduct } from '#contract/orders.ts'
import { api, errorText } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { deliveryOf, nextStep } from '../delivery/delivery-steps.ts'
import { forgetOrders, showDelivery } from '../delivery/show-delivery.ts'
import type { Move } from '../delivery/show-delivery.ts'
import { useTellLive } from '../live/live.ts'
import { words } from '../texts.ts'
import { sendMoves } from './send-moves.ts'
import type { Outcome, Unmoved } from './send-moves.ts'

/** The server takes so many at once. */
const AT_ONCE: typeof MOST_MOVES = 100

const mutationKey = ['move many']

type Shop = { client: QueryClient; readAgain: () => void }

/** Moves many items one step on; what was moved is undone from the toast, and what was not is said there. */
export function useMoveMany(): {
  moving: boolean
  move: (items: OrderedProduct[], done: (moved: OrderedProduct[]) => void) => void
} {
  const client = useQueryClient()
  const tell = useTellLive()
  const shop = { client, readAgain: () => tell('orders') }
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: (moves: Move[]) => send(shop, moves),
    onSuccess: (outcome) => {
      const { moved } = outcome
      if (moved.length === 0) return showError(problemText(outcome) ?? '')
      const states = new Set(moved.map(({ to }) => to))
      const [to] = states
      showUndo(words.movedMany(moved.length, to && states.size === 1 ? to : null), {
        undo: () => void moveBack(shop, moved),
        details: problemText(outcome),
      })
    },
  })
  function move(items: OrderedProduct[], done: (moved: OrderedProduct[]) => void): void {
    // The second click of a double click comes before the button is drawn as busy.
    if (client.isMutating({ mutationKey }) > 0) return
    mutate(items.flatMap(stepOf), { onSuccess: ({ moved }) => done(moved.map(({ item }) => item)) })
  }
  return { moving: isPending, move }
}

function stepOf(item: OrderedProduct): Move[] {
  const from = deliveryOf(item)
  const to = from && nextStep(from)
  return to ? [{ item, from, to }] : []
}

async function moveBack(shop: Shop, moves: Move[]): Promise<void> {
  const outcome = await send(
    shop,
    moves.map(({ item, from, to }) => ({ item, from: to, to: from })),
  )
  const { length } = outcome.moved
  if (length > 0) showInfo(words.movedManyBack(length))
  const problem = problemText(outcome)
  if (problem) showError(problem)
}

async function send({ client, readAgain }: Shop, moves: Move[]): Promise<Outcome> {
  const outcome = await sendMoves(moves, AT_ONCE, async (some) => {
    const { refused } = await api('PUT /deliveries', {
      body: { moves: some.map(({ item, from, to }) => ({ id: item._id, from, to })) },
    })
    return new Map(refused.map(({ id, reason }) => [id, reason]))
  })
  showDelivery(client, new Map(outcome.moved.map(({ item, to }) => [item._id, to])))
  forgetOrders(client)
  readAgain()
  return outcome
}

/** Says which moves were not made or may not have been made, and why; undefined if all were made. */
function problemText({ refused, unknown }: Outcome): string | undefined {
  const sentences = [
    ...sentencesOf(unknown, words.perhapsMovedMany),
    ...sentencesOf(refused, words.notMovedMany),
  ]
  // A lost response is also the reason why the moves after it were not sent.
  return [...new Set(sentences)].join(' ') || undefined
}

function sentencesOf(unmoved: Unmoved[], say: (count: number, product: string) => string): string[] {
  const [first] = unmoved
  if (!first) return []
  const why = typeof first.why === 'string' ? first.why : errorText(first.why)
  return [say(unmoved.length, first.move.item.productName), why]
}
