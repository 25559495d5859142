import type { QueryClient } from '@tanstack/react-query'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { QUOTES } from '#client/checkout/use-quote.ts'
import { presentOf } from '#client/guests/guest-cart.ts'
import type { SubscriptionChoice } from '#client/guests/guest-cart.ts'
import { api, errorText } from '#client/lib/api.ts'
import { retryDelay, shouldRetry } from '#client/lib/query.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import type { OrderItem } from '#contract/cart.ts'
import type { CartRow } from './row-state.ts'
import { words } from './texts.ts'
import { changeCart, refetchCart } from './use-cart.ts'

const mutationKey = ['change quantity']

/** All changes of rows are sent one after the other. */
const scope = { id: 'change rows' }

type Change = { row: CartRow; quantity: number }

/**
 * Returns a function that changes the quantity of a row. A quantity of 0 removes the row, and a toast offers Undo. The
 * changes are sent one after the other, and one that was replaced by a later one of the same row is not sent. A request
 * that got no response is sent again, which does no harm, because it says how many there shall be.
 */
export function useChangeQuantity(email: string): (row: CartRow, quantity: number) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey,
    scope,
    retry: shouldRetry,
    retryDelay,
    mutationFn: async (change: Change) => {
      const { row, quantity } = change
      if (pendingChanges(client).findLast((one) => one.row._id === row._id) !== change) return null
      return api('PUT /cartQuantity/{id}', { params: { id: row._id }, body: { quantity } })
    },
    onSuccess: (answer, { row, quantity }) => {
      const { productName } = row.first
      if (answer && answer.quantity < quantity) showInfo(words.onlyLeftOf(answer.quantity, productName))
      if (answer?.quantity === 0)
        showUndo(words.removedToast(productName), {
          id: row._id,
          undo: () => mutate({ row, quantity: row.items.length }),
        })
    },
    onError: (error, { row }) => showError(words.notChanged(row.first.productName, errorText(error))),
    // The change stays pending until the new cart is there, so that the row does not show the old quantity again.
    onSettled: async () => {
      if (pendingChanges(client).length > 1) return
      await Promise.all([refetchCart(client, email), client.invalidateQueries({ queryKey: QUOTES })])
    },
  })
  return (row, quantity) => mutate({ row, quantity })
}

function pendingChanges(client: QueryClient): Change[] {
  const pending = client.getMutationCache().findAll({ mutationKey, status: 'pending' })
  // The cast is safe because only `useChangeQuantity` makes mutations with this key.
  return pending.map(({ state }) => state.variables as Change)
}

/** Returns the quantities that were chosen and are not saved yet, by the id of the row. */
export function useWantedQuantities(): Map<string, number> {
  const wanted = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // The cast is safe because only `useChangeQuantity` makes mutations with this key.
    select: ({ state }) => state.variables as Change,
  })
  return new Map(wanted.map(({ row, quantity }) => [row._id, quantity]))
}

type Rhythmic = { row: CartRow; choice: SubscriptionChoice }

/**
 * Returns a function that changes how often the items of a row come, and who chooses them. The cart shows it at once. The new
 * prices come with the response.
 */
export function useChangeRhythm(email: string): (row: CartRow, choice: SubscriptionChoice) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    scope,
    retry: shouldRetry,
    retryDelay,
    mutationFn: ({ row, choice }: Rhythmic) =>
      api('PUT /cartQuantity/{id}', {
        params: { id: row._id },
        body: { everyWeeks: null, ...presentOf(choice) },
      }),
    onError: (error, { row }) => showError(words.notChanged(row.first.productName, errorText(error))),
    onSettled: () =>
      Promise.all([refetchCart(client, email), client.invalidateQueries({ queryKey: QUOTES })]),
  })
  return (row, choice) => {
    void changeCart(client, email, (items) => items.map((item) => changed(item, { row, choice })))
    mutate({ row, choice })
  }
}

function changed(item: OrderItem, { row, choice }: Rhythmic): OrderItem {
  if (!row.items.some(({ _id }) => _id === item._id)) return item
  const { everyWeeks: _weeks, roastersChoice: _choice, ...rest } = item
  return { ...rest, ...presentOf(choice) }
}
