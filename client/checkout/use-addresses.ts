import { useQueryClient } from '@tanstack/react-query'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { showError } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import type { SavedAddress } from '#contract/selling/addresses.ts'
import { words } from './texts.ts'

/**
 * Returns functions that change the cached list of addresses. `put` writes an address that the server has saved.
 * `remove` first deletes the address on the server, and offers Undo in a toast.
 */
export function useAddresses() {
  const client = useQueryClient()
  const { queryKey } = callQuery('GET /addresses')

  async function change(to: (addresses: SavedAddress[]) => SavedAddress[]): Promise<void> {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (addresses) => to(addresses ?? []))
  }

  /** Puts a saved address into the list: in its old place, or at the end if it is new. */
  function put(saved: SavedAddress): Promise<void> {
    return change((addresses) =>
      addresses.some(({ _id }) => _id === saved._id)
        ? addresses.map((address) => (address._id === saved._id ? saved : address))
        : [...addresses, saved],
    )
  }

  async function remove({ _id: id, address }: SavedAddress): Promise<void> {
    try {
      await api('DELETE /addresses/{id}', { params: { id } })
      await change((addresses) => addresses.filter(({ _id }) => _id !== id))
      showUndo(words.deleted, { id, undo: () => void restore(address) })
    } catch (error) {
      showError(words.notDeleted(errorText(error)))
      void client.invalidateQueries({ queryKey })
    }
  }

  /** Saves a deleted address again. It gets a new id, because the server has deleted the old row. */
  async function restore(address: SavedAddress['address']): Promise<void> {
    try {
      await put(await api('POST /addresses', { body: address }))
    } catch (error) {
      showError(words.notRestored(errorText(error)))
    }
  }

  return { put, remove }
}
