import { mutationOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { DeletedEntry } from '#contract/shop-management.ts'
import { errorText, isRefusal } from '#client/lib/api.ts'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import { showUndo, withdrawUndo } from '#client/ui/undo-toast.tsx'
import { words } from '../manage/texts.ts'
import { changeList, invalidateCatalogue } from './catalogue-cache.ts'
import type { Entry, EntryKind } from './entry-kind.ts'

/**
 * Returns a function that deletes a catalogue entry (a brand, a coffee or a packet). The entry's card is hidden at
 * once, and shown again if the request fails. After the deletion a toast offers Undo, and `onRestored` is called when
 * an Undo has succeeded.
 */
export function useDeleteEntry<Sent>(kind: EntryKind<Sent>, onRestored: (entry: Entry<Sent>) => void) {
  const client = useQueryClient()
  return useMutation(deletion(kind, { client, onRestored })).mutate
}

/** Returns the ids of the catalogue entries whose deletion is in flight. Lists hide the cards of these entries. */
export function useDeletingIds<Sent>(kind: EntryKind<Sent>): string[] {
  return useMutationState({
    filters: { mutationKey: deletingKey(kind), status: 'pending' },
    // The cast is safe: every mutation with this key deletes an entry, and its variables are that entry.
    select: ({ state }) => (state.variables as Entry<Sent>)._id,
  })
}

type DeletionOptions<Sent> = { client: QueryClient; onRestored: (entry: Entry<Sent>) => void }

export function deletion<Sent>(kind: EntryKind<Sent>, { client, onRestored }: DeletionOptions<Sent>) {
  function undo(entry: Entry<Sent>) {
    const { name } = kind.facts(entry)
    void restoreEntry(client, { kind, _id: entry._id, name, onRestored: () => onRestored(entry) })
  }
  return mutationOptions({
    mutationKey: deletingKey(kind),
    mutationFn: async ({ _id }: Entry<Sent>) => {
      const coffees = await kind.countCoffees?.(_id).catch(() => 0)
      return { ...(await kind.remove(_id)), more: coffees ? words.coffeesGone(coffees) : undefined }
    },
    onSuccess: async ({ deletedCount, more }, entry) => {
      await changeList<Entry<Sent>>(client, kind.listCall, (all) =>
        all.filter(({ _id }) => _id !== entry._id),
      )
      if (deletedCount > 0)
        showUndo(kind.deletedToast, { id: entry._id, details: more, undo: () => undo(entry) })
    },
    onError: (error, entry) => {
      const text = isRefusal(error) ? words.notDeleted : words.perhapsDeleted
      showError(text(kind.facts(entry).name, errorText(error)))
    },
    onSettled: () => void invalidateCatalogue(client),
  })
}

function deletingKey({ key }: { key: string }): readonly string[] {
  return ['delete entry', key]
}

type Restoration = {
  kind: { restore: (id: string) => Promise<unknown> }
  _id: string
  name: string
  onRestored?: () => void
}

/**
 * Restores a deleted catalogue entry, and shows a toast that says whether the entry was restored. After a success, a
 * toast that still offers to undo the deletion is removed.
 */
export async function restoreEntry(client: QueryClient, restoration: Restoration): Promise<void> {
  const { kind, _id: id, name, onRestored } = restoration
  try {
    await kind.restore(id)
    withdrawUndo(id)
    await changeList<DeletedEntry>(client, 'GET /deletedEntries', (all) =>
      all.filter(({ _id }) => _id !== id),
    )
    onRestored?.()
    showInfo(words.restored(name))
  } catch (error) {
    const text = isRefusal(error) ? words.notRestored : words.perhapsRestored
    showError(text(name, errorText(error)))
  }
  void invalidateCatalogue(client)
}
