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
 * Deletes an entry. Its card disappears at once, and comes back if the request fails. The toast offers Undo;
 * `onRestored` is called after an Undo that succeeded.
 */
export function useDeleteEntry<Sent>(kind: EntryKind<Sent>, onRestored: (entry: Entry<Sent>) => void) {
  const client = useQueryClient()
  return useMutation(deletion(kind, { client, onRestored })).mutate
}

/** Returns the ids of the entries whose deletion is in flight. Their cards are not shown. */
export function useDeletingIds<Sent>(kind: EntryKind<Sent>): string[] {
  return useMutationState({
    filters: { mutationKey: deletingKey(kind), status: 'pending' },
    // The variables of every mutation with this key are an entry.
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
 * Restores a deleted entry, and shows a toast with the result. An Undo toast of the entry disappears, because there
 * is nothing left to undo.
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
