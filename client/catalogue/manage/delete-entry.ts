import { mutationOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo } from '#client/ui/undo-toast.tsx'
import { changeList, invalidateCatalogue } from './catalogue-cache.ts'
import { specTexts, words } from './texts.ts'

export type EntryKind = 'brand' | 'coffee' | 'packet'

/** What is deleted. `coffees` is the number of coffees that are deleted with a brand, or null if it is not known. */
export type Deletion = { _id: string; name: string; coffees?: number | null }

/** For each kind of entry, its list, the calls that delete and restore an entry, and the toast after a deletion. */
const KINDS = {
  brand: {
    list: 'GET /personCoffee',
    remove: (id: string) => api('DELETE /brandDelete/{id}', { params: { id } }),
    restore: (id: string) => api('PUT /brandRestore/{id}', { params: { id } }),
    toast: specTexts.deleted,
  },
  coffee: {
    list: 'GET /packetName',
    remove: (id: string) => api('DELETE /packetNameDelete/{id}', { params: { id } }),
    restore: (id: string) => api('PUT /packetNameRestore/{id}', { params: { id } }),
    toast: specTexts.deleted,
  },
  packet: {
    list: 'GET /personPacket',
    remove: (id: string) => api('DELETE /packet/{id}', { params: { id } }),
    restore: (id: string) => api('PUT /packetRestore/{id}', { params: { id } }),
    toast: specTexts.packetDeleted,
  },
} as const

/**
 * Returns a function that deletes a brand, a coffee or a packet. Its card is hidden at once, and shown again if the request
 * fails. After the deletion a toast offers Undo, and
 * `onRestored` is called when an Undo has succeeded.
 */
export function useDeleteEntry(kind: EntryKind, onRestored: (entry: Deletion) => void) {
  const client = useQueryClient()
  return useMutation(deletion(kind, { client, onRestored })).mutate
}

/** Returns the ids of the entries whose deletion is in flight. Lists hide the cards of these entries. */
export function useDeletingIds(kind: EntryKind): string[] {
  return useMutationState({
    filters: { mutationKey: deletingKey(kind), status: 'pending' },
    // The cast is safe: the variables of every mutation with this key are those of `deletion`.
    select: ({ state }) => (state.variables as Deletion)._id,
  })
}

type DeletionOptions = { client: QueryClient; onRestored: (entry: Deletion) => void }

export function deletion(kind: EntryKind, { client, onRestored }: DeletionOptions) {
  const { list, remove, toast } = KINDS[kind]
  return mutationOptions({
    mutationKey: deletingKey(kind),
    mutationFn: ({ _id }: Deletion) => remove(_id),
    onSuccess: async ({ deletedCount }, entry) => {
      await changeList<Deletion>(client, list, (all) => all.filter(({ _id }) => _id !== entry._id))
      const details = entry.coffees ? words.coffeesGone(entry.coffees) : undefined
      const undo = () => void restoreEntry(client, { kind, entry, onRestored })
      if (deletedCount > 0) showUndo(toast, { id: entry._id, details, undo })
    },
    onError: (error, { name }) => {
      const text = isRefusal(error) ? words.notDeleted : words.perhapsDeleted
      showError(text(name, errorText(error)))
    },
    onSettled: () => void invalidateCatalogue(client),
  })
}

function deletingKey(kind: EntryKind): readonly string[] {
  return ['delete entry', kind]
}

type Restoration = { kind: EntryKind; entry: Deletion; onRestored: (entry: Deletion) => void }

/** Restores a deleted brand, coffee or packet, and shows a toast that says whether it was restored. */
async function restoreEntry(client: QueryClient, { kind, entry, onRestored }: Restoration): Promise<void> {
  try {
    await KINDS[kind].restore(entry._id)
    onRestored(entry)
    showInfo(words.restored(entry.name))
  } catch (error) {
    const text = isRefusal(error) ? words.notRestored : words.perhapsRestored
    showError(text(entry.name, errorText(error)))
  }
  void invalidateCatalogue(client)
}
