import type { QueryClient } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import type { OrderItem } from '#contract/cart.ts'
import { deleteNote } from './row-state.ts'
import { specTexts, words } from './texts.ts'
import { changeCart, deletingKey, refetchCart } from './use-cart.ts'

/**
 * Returns a function that deletes an item from the cart. The item's row is hidden at once, and shown again if the
 * request fails. After the deletion a toast offers Undo.
 */
export function useDeleteItem(item: OrderItem): () => void {
  const client = useQueryClient()
  const mutationKey = deletingKey(item._id)
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => api('DELETE /orderDelete/{id}', { params: { id: item._id } }),
    onSuccess: async ({ deletedCount }) => {
      await changeCart(client, item.email, (items) => items.filter(({ _id }) => _id !== item._id))
      if (deletedCount > 0)
        showUndo(specTexts.deletedToast, {
          id: item._id,
          details: deleteNote(item),
          undo: () => void restore(client, item),
        })
    },
    onError: (error) => {
      const text = isRefusal(error) ? words.notDeleted : words.perhapsDeleted
      showError(text(item.productName, errorText(error)))
    },
    onSettled: () => void refetchCart(client, item.email),
  })
  return () => {
    if (client.isMutating({ mutationKey }) === 0) mutate()
  }
}

async function restore(client: QueryClient, item: OrderItem): Promise<void> {
  try {
    await api('PUT /orderRestore/{id}', { params: { id: item._id } })
    showInfo(words.restored(item.productName))
  } catch (error) {
    const text = isRefusal(error) ? words.notRestored : words.perhapsRestored
    showError(text(item.productName, errorText(error)))
  }
  await refetchCart(client, item.email)
}
